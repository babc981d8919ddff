import { Boox } from '../../../ui/illustrations/devices'
import type { Guide } from './guide'
import { DOWNLOAD, uploading, WRITING } from './shared-steps'

export const boox: Guide = {
  page: 'boox',
  title: 'Help for Boox',
  name: 'Boox',
  models: 'Note, Tab and Go, with NeoReader',
  tablet: 'Boox',
  lead: 'It has a browser of its own, so everything happens on the tablet.',
  drawing: Boox,
  steps: [
    {
      title: 'Get the PDF onto it',
      actions: [
        <>Open this site in the tablet’s browser and sign in.</>,
        DOWNLOAD,
        <>
          The file lands in the tablet’s folder <strong>Download</strong>.
        </>,
      ],
      hint: 'Does a page look broken? Update Chrome and Android System WebView in the tablet’s app store.',
      otherWays: [
        {
          name: 'From a computer in the same Wi-Fi',
          how: (
            <>
              Open <strong>BOOXDrop</strong> on the tablet. It shows an address that ends in{' '}
              <strong>:8085</strong>: open it on the computer and drop the PDF there.
            </>
          ),
        },
        {
          name: 'With an ONYX account',
          how: (
            <>
              Send it by{' '}
              <a href="https://push.boox.com" rel="noreferrer">
                push.boox.com
              </a>{' '}
              (in Europe eur.boox.com, in China send2boox.com).
            </>
          ),
        },
        { name: 'With a USB cable', how: 'Copy the PDF into the folder Download.' },
      ],
    },
    {
      title: 'Write',
      actions: [
        <>
          Open the form in <strong>NeoReader</strong> and take up its pen.
        </>,
        ...WRITING,
      ],
      fromMaker: true,
    },
    {
      title: 'Export it with the ink inside',
      actions: [
        <>
          In NeoReader’s menu, use <strong>Embed</strong> (on some versions{' '}
          <strong>Embed data</strong>).
        </>,
        <>
          It saves a copy with your ink into the folder <strong>Download</strong>. The file that you
          opened stays blank, because NeoReader stores the ink separately.
        </>,
      ],
      otherWays: [
        {
          name: 'With the share menu',
          how: 'NeoReader’s share menu also exports as PDF or PNG.',
        },
      ],
    },
    uploading({
      where: (
        <>
          Stay on the tablet: it is the newer file in <strong>Files › Download</strong>.
        </>
      ),
    }),
  ],
  noInk: 'If the page is blank, it is the file from step 1. Go back to step 3 and embed.',
  checked: { on: '2026-11-20', software: 'Embed reported on a Note Air3 C' },
  sources: [
    {
      title: 'Boox: take notes on books',
      url: 'https://help.boox.com/hc/en-us/articles/8569296110100-Take-Notes-on-Books',
      by: 'maker',
    },
    {
      title: 'Embedding notes into a PDF on a Note Air3 C (in Chinese)',
      url: 'https://blog.youkuaiyun.com/gitblog_07488/article/details/148888127',
      by: 'others',
    },
  ],
}
