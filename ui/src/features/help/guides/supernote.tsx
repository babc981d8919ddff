import { Supernote } from '../../../ui/illustrations/devices'
import type { Guide } from './guide'
import { DOWNLOAD, uploading, WRITING } from './shared-steps'

export const supernote: Guide = {
  page: 'supernote',
  title: 'Help for Supernote',
  name: 'Supernote',
  models: 'Nomad, Manta, A5 X, A6 X',
  tablet: 'Supernote',
  lead: 'Send the form over your own Wi-Fi. You need no account and no cloud.',
  drawing: Supernote,
  steps: [
    {
      title: 'Get the PDF onto it',
      actions: [
        <>Use a computer or phone in the same Wi-Fi as the tablet. {DOWNLOAD}</>,
        <>
          On the tablet, swipe down from the top and turn on <strong>Browse &amp; Access</strong>.
          It shows an address that ends in <strong>:8089</strong>.
        </>,
        <>
          Type that address into the other device’s browser, open the folder{' '}
          <strong>Document</strong>, and drop the PDF there.
        </>,
      ],
      hint: 'A file of the same name is neither replaced nor deleted this way. Give a second copy another name.',
      otherWays: [
        {
          name: 'With a USB cable or stick',
          how: (
            <>
              Copy the PDF into the tablet’s folder <strong>Document</strong>.
            </>
          ),
        },
        {
          name: 'With an account',
          how: 'The Supernote Partner app, Supernote Cloud, Dropbox, Google Drive and OneDrive all bring files to the tablet.',
          fromMaker: true,
        },
      ],
    },
    {
      title: 'Write',
      actions: [
        <>
          Open the form from <strong>Document</strong>.
        </>,
        ...WRITING,
      ],
    },
    {
      title: 'Export it with the ink inside',
      actions: [
        <>
          In the open form, use <strong>Export</strong> and choose PDF, with your annotations.
        </>,
        <>
          The finished PDF is in the folder <strong>EXPORT</strong>. The form in Document shows its
          ink on the Supernote only.
        </>,
      ],
      fromMaker: true,
    },
    uploading({
      before: (
        <>
          Turn on <strong>Browse &amp; Access</strong> again, open its address, and download the PDF
          from the folder <strong>EXPORT</strong>.
        </>
      ),
    }),
  ],
  noInk:
    'If the page is blank, it came from Document. Go back to step 3 and take the one from EXPORT.',
  checked: { on: '2026-11-20' },
  sources: [
    {
      title: 'Supernote: Wi-Fi transfer',
      url: 'https://support.supernote.com/en_US/Tools-Features/wi-fi-transfer',
      by: 'maker',
    },
    {
      title: 'Supernote: ways to transfer files',
      url: 'https://support.supernote.com/en_US/transfer-files',
      by: 'maker',
    },
    {
      title: 'Supernote: contents, bookmarks and annotations',
      url: 'https://support.supernote.com/en_US/organizing/contents-bookmarks-and-annotations',
      by: 'maker',
    },
    {
      title: 'supernote-sync, a program that uses Browse & Access',
      url: 'https://github.com/jbchouinard/supernote-sync',
      by: 'others',
    },
  ],
}
