import { Ipad } from '../../../ui/illustrations/devices'
import type { Guide } from './guide'
import { DOWNLOAD, uploading, WRITING } from './shared-steps'

export const ipad: Guide = {
  page: 'ipad',
  title: 'Help for iPad',
  name: 'iPad',
  models: 'With Apple Pencil, or a finger',
  lead: 'Safari and Files are enough: the ink goes straight into the form.',
  drawing: Ipad,
  steps: [
    {
      title: 'Get the PDF onto it',
      actions: [
        <>Open this site in Safari and sign in.</>,
        DOWNLOAD,
        <>
          Safari puts the file into <strong>Files › Downloads</strong>.
        </>,
      ],
    },
    {
      title: 'Write',
      actions: [
        <>
          In <strong>Files</strong>, open the form and tap the <strong>Markup pen</strong>.
        </>,
        ...WRITING,
        <>
          Tap the <strong>check mark</strong>. Only then is your ink saved.
        </>,
      ],
      hint: 'Write in Files, not in the Preview app. In one developer’s tests on iPadOS 26.5.2, Preview lost the Pencil marks of long PDFs. Files kept them.',
    },
    {
      title: 'Nothing to export',
      pose: 'resting',
      actions: [<>After the check mark, the ink is in the file itself.</>],
      otherWays: [
        {
          name: 'If you write in GoodNotes or Notability',
          how: 'Export the form as PDF, and save it to Files.',
        },
      ],
    },
    uploading({
      where: (
        <>
          It is under <strong>Choose File › Downloads</strong>, perhaps behind{' '}
          <strong>Browse</strong>.
        </>
      ),
    }),
  ],
  noInk: 'If the page is blank, open it in Files once more, and end step 2 with the check mark.',
  checked: { on: '2026-11-20', software: 'iPadOS 26' },
  sources: [
    {
      title: 'etch: a developer’s tests of Markup, Files and Preview',
      url: 'https://github.com/nickarrow/etch',
      by: 'others',
    },
  ],
}
