import { Handwriting } from './Handwriting'
import { Illustration } from './Illustration'
import { Pencil } from './Pencil'

/** The second page of a form, half filled in. */
export const FilledForm = () => (
  <Illustration width={300} height={230}>
    <path fill="var(--card)" d="M70 8H230V222H70Z" />
    <path d="M86 22h52" />
    <path strokeWidth="1.500" d="M204 16h12v12H204ZM208 20h4v4h-4ZM86 206h12v8H86Z" />
    <path
      stroke="var(--line)"
      strokeWidth="1.500"
      d="M86 44H146V92H86ZM154 44H214V92H154ZM86 100H146V148H86ZM154 100H214V148H154ZM86 156H146V198H86Z"
    />
    <Handwriting left={92} top={64} leading={16} size={0.6} rows={['lu ger', 'mul d']} />
    <Handwriting left={160} top={64} leading={16} size={0.6} rows={['del un', 'gue']} />
    <Handwriting left={92} top={120} leading={16} size={0.6} rows={['nu lde', 'er gul']} />
    <Handwriting left={160} top={120} leading={16} size={0.6} rows={['ml']} />
    <Pencil x={182} y={123} angle={48} size={0.7} />
  </Illustration>
)

/** The same answers, cut out one by one and found good. */
export const ReadAnswers = () => (
  <Illustration width={300} height={230}>
    <path stroke="var(--line)" strokeDasharray="4 6" strokeWidth="1.500" d="M16 30H104V212H16Z" />
    <path
      stroke="var(--line)"
      strokeWidth="1.500"
      strokeDasharray="3 5"
      d="M26 56H56V82H26ZM64 56H94V82H64ZM26 96H56V122H26ZM64 96H94V122H64ZM26 136H56V162H26Z"
    />
    <path
      stroke="var(--line)"
      strokeDasharray="1 6"
      d="M98 66Q112 52 126 48M98 108h26M60 150Q96 178 124 178"
    />
    <path
      fill="var(--card)"
      d="M132 10H252L268 26V78H132ZM132 88H252L268 104V148H132ZM132 158H252L268 174V220H132Z"
    />
    <path fill="var(--sunk)" d="M252 10V26H268ZM252 88V104H268ZM252 158V174H268Z" />
    <Handwriting left={146} top={40} leading={22} size={0.8} rows={['lu germ', 'mul de']} />
    <Handwriting left={146} top={116} leading={20} size={0.8} rows={['del un', 'gue lr']} />
    <Handwriting left={146} top={186} leading={20} size={0.8} rows={['nu lde', 'er gul']} />
    <path
      fill="var(--page)"
      d="M268 50a15 15 0 1 1-.1 0ZM268 120a15 15 0 1 1-.1 0ZM268 190a15 15 0 1 1-.1 0Z"
    />
    <path stroke="var(--moss)" d="m261 65 5 5 9-10M261 135l5 5 9-10M261 205l5 5 9-10" />
  </Illustration>
)
