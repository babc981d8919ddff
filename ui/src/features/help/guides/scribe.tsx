import { Scribe } from '../../../ui/illustrations/devices'
import type { Guide, Source } from './guide'
import { DOWNLOAD, uploading, WRITING } from './shared-steps'

const amazonHelp = (title: string, node: string): Source => ({
  title,
  url: `https://www.amazon.com/gp/help/customer/display.html?nodeId=${node}`,
  by: 'maker',
})

const scribeGuide = (title: string, node: string): Source => ({
  title,
  url: `https://digprjsurvey.amazon.com/csad/help/node/${node}`,
  by: 'maker',
})

export const scribe: Guide = {
  page: 'scribe',
  title: 'Help for Kindle Scribe',
  name: 'Kindle Scribe',
  models: 'Every Scribe, with its Amazon account',
  tablet: 'Scribe',
  lead: 'Its browser can’t save a PDF. Send the form with Send to Kindle, and mail it back.',
  drawing: Scribe,
  steps: [
    {
      title: 'Send the PDF to it',
      actions: [
        <>Use a computer or phone. {DOWNLOAD}</>,
        <>
          Open{' '}
          <a href="https://www.amazon.com/sendtokindle" rel="noreferrer">
            www.amazon.com/sendtokindle
          </a>
          , sign in with the account of your Scribe, and drop the PDF there.
        </>,
        <>Give it a few minutes on Wi-Fi. The form is then in the Scribe’s library.</>,
      ],
      hint: 'Don’t copy the PDF with a USB cable: you may not be able to write on it. (From the maker’s pages.)',
      otherWays: [
        {
          name: 'By mail',
          how: (
            <>
              At Amazon, open{' '}
              <strong>
                Manage Your Content and Devices › Preferences › Personal Document Settings
              </strong>
              . Your @kindle.com address is there. Add yourself to the list of approved senders.
              Then mail the PDF to your @kindle.com address, up to 50 MB. Don’t write “convert” in
              the subject, or the page loses its shape. If Amazon answers with E014, you aren’t on
              the list.
            </>
          ),
        },
        {
          name: 'From Google Drive or OneDrive',
          how: 'A Scribe of 2025 or later can import it from there.',
          fromMaker: true,
        },
      ],
    },
    {
      title: 'Write',
      actions: [<>Open the form and choose the pen from the toolbar.</>, ...WRITING],
    },
    {
      title: 'Send it back with the ink inside',
      actions: [
        <>
          In the open form, tap <strong>Share</strong> and choose e-mail. It goes to your account’s
          address, or to others that you name.
        </>,
        <>Stay on Wi-Fi until the Scribe says that it is sent.</>,
        <>
          Amazon’s mail comes from do-not-reply@amazon.com and holds a link,{' '}
          <strong>Download PDF</strong>, instead of an attachment.
        </>,
      ],
      otherWays: [
        {
          name: 'To Google Drive or OneDrive',
          how: 'A Scribe of 2025 or later can send a copy there.',
          fromMaker: true,
        },
      ],
    },
    uploading({
      before: (
        <>
          Open the mail on a computer or phone, press <strong>Download PDF</strong> and save the
          file.
        </>
      ),
    }),
  ],
  noInk:
    'If the page is blank, you have the blank form. Go back to step 3. A USB cable doesn’t copy the ink.',
  checked: { on: '2026-11-20' },
  sources: [
    amazonHelp('Amazon: Send to Kindle', 'G5WYD9SAF7PGXRNA'),
    amazonHelp('Amazon: Send to Kindle by e-mail', 'G7NECT4B4ZWHQ8WV'),
    amazonHelp('Amazon: approved senders', 'GX9XLEVV8G4DB28H'),
    scribeGuide('Amazon: importing on the Scribe', 'TjrMJmg3DZpAQLwVuN'),
    scribeGuide('Amazon: writing on documents', 'TNtSm13k3txFI4EvDV'),
    scribeGuide('Amazon: sending to a cloud drive', 'TP8wuaQilIlwlITVTL'),
    {
      title: 'acsm.koplugin: the Kindle browser refuses PDF files',
      url: 'https://github.com/kaikozlov/acsm.koplugin/issues/22',
      by: 'others',
    },
  ],
}
