import { Paper } from '../../../ui/illustrations/devices'
import type { Guide } from './guide'
import { DOWNLOAD, uploading, WRITING } from './shared-steps'

export const mobile: Guide = {
  page: 'mobile',
  title: 'Help for phone and paper',
  name: 'Phone and paper',
  models: 'Any phone, any printer, any dark pen',
  lead: 'No tablet? Print the form, write on real paper, and take a photo of it or scan it.',
  drawing: Paper,
  steps: [
    {
      title: 'Download and print',
      actions: [
        <>Use the phone. {DOWNLOAD}</>,
        <>
          An iPhone puts it into <strong>Files › Downloads</strong>, Android into the folder{' '}
          <strong>Download</strong>.
        </>,
        <>
          Print it on A4 or Letter, one page a sheet, at <strong>Actual size</strong>. Page one need
          not be printed.
        </>,
      ],
      otherWays: [
        {
          name: 'If you only carry it to a tablet',
          how: 'Open the file on the phone and press Share. Send it to the tablet’s own app, or mail it to yourself. The help for your tablet says which.',
        },
        {
          name: 'Without a printer at home',
          how: 'Put the file on a USB stick, or mail it to a library or copy shop. It is an ordinary PDF.',
        },
      ],
    },
    { title: 'Write', actions: WRITING.slice(1) },
    {
      title: 'Take a photo, or scan it',
      actions: [
        <>Lay the page flat, in even light, with all four corner marks in sight.</>,
        <>
          One page with answers: open the book here on the phone and press{' '}
          <strong>Take a photo</strong>. Hold it straight above the page.
        </>,
        <>
          Several pages: scan them into one PDF. On an iPhone in{' '}
          <strong>Files › … › Scan Documents</strong>, on Android in{' '}
          <strong>Drive › + › Scan</strong>.
        </>,
      ],
      hint: 'A photo from your album works as well. If your browser can’t open it, take it here.',
      otherWays: [
        {
          name: 'With another scanner',
          how: 'Notes on the iPhone scans too, and so does any office scanner. Save as PDF.',
        },
      ],
    },
    uploading(),
  ],
  noInk: 'If the page is blank, scan it again in better light, or go over thin pencil with a pen.',
  checked: { on: '2026-11-20' },
  sources: [
    {
      title: 'FineNotes: scanning with an iPhone',
      url: 'https://github.com/Joost-8/FineNotes',
      by: 'others',
    },
    {
      title: 'Scanning into Google Drive on Android',
      url: 'https://headworx.slupik.com/2016/04/driving-google-drive.html',
      by: 'others',
    },
    {
      title: 'Scanning with a phone',
      url: 'https://firephp.org/scan-phone',
      by: 'others',
    },
  ],
}
