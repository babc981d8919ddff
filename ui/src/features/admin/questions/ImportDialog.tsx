import { useState } from 'react'
import { focusAfterRender } from '../../../lib/focus-after-render'
import { notify } from '../../../lib/notify'
import { Banner } from '../../../ui/Banner'
import { RadioGroup } from '../../../ui/ChoiceGroup'
import { required } from '../../../ui/checks'
import { Dialog } from '../../../ui/Dialog'
import { DropZone } from '../../../ui/DropZone'
import { Form } from '../../../ui/Form'
import { Submit } from '../../../ui/Submit'
import { TextArea } from '../../../ui/TextArea'
import { ImportPreview, inWords } from './ImportPreview'
import { type QuestionFormat, useImport } from './queries'

const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
  { value: 'toml', label: 'TOML' },
] as const

/** What a file's name tells of how it is written; a table without a name for it is CSV. */
function formatOf(name: string): QuestionFormat {
  const ending = name.split('.').pop()?.toLowerCase()
  return FORMATS.find(({ value }) => value === ending)?.value ?? 'csv'
}

/** Some tools name no type, so the ending counts too; and the other way round. */
const isTable = ({ type, name }: File) =>
  /\.(csv|tsv|txt|json|toml)$/i.test(name) || /^text\/|\/(json|toml)$/.test(type)

/** Questions from a file or from the clipboard: first what would become of each, then the change. */
export function ImportDialog({ bid, onClose }: { bid: string; onClose(): void }) {
  const [text, setText] = useState('')
  const [note, setNote] = useState<string>()
  const [format, setFormat] = useState<QuestionFormat>('csv')
  const { mutate, reset, data, error, isPending } = useImport(bid)

  const take = async ([file]: File[]) => {
    if (!file) return
    if (!isTable(file)) return setNote(`“${file.name}” is neither CSV, JSON nor TOML.`)
    setNote(undefined)
    setText(await new Response(file).text())
    setFormat(formatOf(file.name))
    reset()
    focusAfterRender('look')
  }
  const importNow = () =>
    mutate(
      { text, format, dryRun: false },
      {
        onSuccess: (done) => {
          notify({ words: inWords(done, 'were'), tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <Dialog title="Import questions" wide onClose={onClose}>
      <div className="stack">
        <DropZone accept=".csv,.tsv,.txt,.json,.toml" onFiles={take}>
          Drop a CSV, JSON or TOML file here, or click to browse
        </DropZone>
        {note && <Banner tone="error">{note}</Banner>}
        <Form<'text'>
          onSubmit={() => mutate({ text, format, dryRun: true })}
          error={error}
          busy={isPending}
        >
          <TextArea
            name="text"
            label="Questions"
            hint="Or paste them. In CSV each line is a key, a comma, and the question in quotes."
            rows={8}
            spellCheck={false}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              reset()
            }}
            check={required('There is nothing to import yet.')}
          />
          <RadioGroup
            name="format"
            label="Written as"
            choices={FORMATS}
            value={format}
            onChange={(value) => {
              setFormat(value as QuestionFormat)
              reset()
            }}
          />
          <div id="look">
            <Submit look={data?.preview ? 'plain' : 'primary'}>See what would change</Submit>
          </div>
        </Form>
        {data?.preview && (
          <ImportPreview
            imported={data}
            preview={data.preview}
            busy={isPending}
            onImport={importNow}
          />
        )}
      </div>
    </Dialog>
  )
}
