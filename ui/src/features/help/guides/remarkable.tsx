import { Remarkable } from '../../../ui/illustrations/devices'
import type { Guide } from './guide'
import { DOWNLOAD, uploading, WRITING } from './shared-steps'

export const remarkable: Guide = {
  page: 'remarkable',
  title: 'Help for reMarkable',
  name: 'reMarkable',
  models: 'reMarkable 2, Paper Pro, Paper Pure',
  tablet: 'reMarkable',
  lead: 'All you need is its USB cable and a computer: no account, no subscription.',
  drawing: Remarkable,
  steps: [
    {
      title: 'Get the PDF onto it',
      actions: [
        <>Use a computer. {DOWNLOAD}</>,
        <>
          Plug the tablet in. On the tablet, open <strong>Menu › Settings › Storage</strong> and
          turn on <strong>USB web interface</strong>.
        </>,
        <>
          In the computer’s browser, open <strong>http://10.11.99.1</strong> and drop the PDF on
          that page.
        </>,
      ],
      hint: 'Nothing at that address? Look at the switch again: it may have gone off when the cable came out.',
      otherWays: [
        {
          name: 'With a reMarkable account',
          how: (
            <>
              Drop the PDF into reMarkable’s desktop app, or on{' '}
              <a href="https://my.remarkable.com" rel="noreferrer">
                my.remarkable.com
              </a>
              .
            </>
          ),
        },
        {
          name: 'From a cloud drive',
          how: 'Connect Google Drive, Dropbox or OneDrive to your reMarkable account, and import the PDF from there.',
        },
      ],
    },
    {
      title: 'Write',
      actions: [
        <>Open the form from your files, and close the toolbar if it hides a box.</>,
        ...WRITING,
      ],
    },
    {
      title: 'Export it with the ink inside',
      actions: [
        <>
          Plug the tablet in again and open <strong>http://10.11.99.1</strong>.
        </>,
        <>
          Press the <strong>download icon</strong> beside the form. The PDF that arrives has your
          ink on its pages.
        </>,
      ],
      otherWays: [
        {
          name: 'With the app',
          how: (
            <>
              Open the form in the desktop or phone app and export it as <strong>PDF</strong>.
              Without a subscription, documents not opened for 50 days leave the apps. They stay on
              the tablet.
            </>
          ),
        },
        {
          name: 'By mail',
          how: 'Use the tablet’s share menu and send the form to yourself. The mail comes from my@remarkable.com, with the file attached.',
        },
      ],
    },
    uploading(),
  ],
  noInk:
    'If the page is blank, go back to step 3. The blank form that you downloaded in step 1 stays blank.',
  checked: { on: '2026-11-20' },
  sources: [
    {
      title: 'reMarkable: importing and exporting files',
      url: 'https://support.remarkable.com/articles/Knowledge/importing-and-exporting-files',
      by: 'maker',
    },
    {
      title: 'remarkable-remember, a program that uses the USB page',
      url: 'https://github.com/ds160/remarkable-remember',
      by: 'others',
    },
  ],
}
