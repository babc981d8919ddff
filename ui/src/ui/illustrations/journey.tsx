import { Handwriting, Illustration, Pencil } from './Illustration'

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

/** A spread of the book: the question, and several hands below each other. */
export function BookSpread() {
  return (
    <Illustration width={300} height={230}>
      <path fill="var(--sunk)" d="M12 30H288V212H12Z" />
      <path fill="var(--seal)" stroke="none" d="M144 196V226l6-6 6 6V196Z" />
      <path
        fill="var(--card)"
        d="M22 22Q88 10 150 26V206Q88 190 22 202ZM150 26Q212 10 278 22V202Q212 190 150 206Z"
      />
      <path d="M40 46h76M40 58h48" />
      <path
        stroke="var(--line)"
        strokeWidth="1.500"
        d="M40 76H132V124H40ZM40 142H132V174H40ZM168 42H260V92H168ZM168 112H260V162H168Z"
      />
      <Handwriting left={48} top={96} leading={18} size={0.7} rows={['lu germ', 'mul de']} />
      <Handwriting left={48} top={163} leading={18} size={0.7} rows={['rul nde']} />
      <Handwriting left={176} top={64} leading={18} size={0.7} rows={['del un', 'gue lrm']} />
      <Handwriting left={176} top={134} leading={18} size={0.7} rows={['nu lde', 'er gul']} />
      <path
        stroke="var(--line)"
        strokeDasharray="1 5"
        d="M66 133h40M66 183h40M194 101h40M194 171h40M210 184h8"
      />
    </Illustration>
  )
}

/** Tablets of several makers, and a phone beside paper. */
export function Tablets() {
  return (
    <Illustration width={480} height={190}>
      <path stroke="var(--rule)" d="M8 180H472" />
      <rect fill="var(--card)" x="14" y="34" width="104" height="140" rx="8" />
      <path fill="var(--page)" d="M26 46H108V154H26Z" />
      <Handwriting left={36} top={76} leading={24} size={0.8} rows={['lu ger', 'mul d', 'ne']} />
      <rect fill="var(--card)" x="104" y="62" width="84" height="112" rx="10" />
      <path fill="var(--page)" d="M114 74H178V154H114ZM142 164h8" />
      <Handwriting left={121} top={98} leading={20} size={0.6} rows={['del un', 'gue']} />
      <rect fill="var(--card)" x="212" y="22" width="116" height="152" rx="8" />
      <path fill="var(--page)" d="M236 34H318V162H236Z" />
      <path d="M224 84v28" />
      <Handwriting left={246} top={66} leading={26} size={0.8} rows={['rue l', 'gum', 'delr']} />
      <rect fill="var(--card)" x="304" y="78" width="116" height="96" rx="10" />
      <path fill="var(--page)" d="M316 88H408V164H316Z" />
      <Handwriting left={326} top={114} leading={24} size={0.8} rows={['nu lde', 'er g']} />
      <rect fill="var(--card)" x="414" y="96" width="44" height="78" rx="8" />
      <path d="M430 164h12" />
      <path stroke="var(--line)" strokeWidth="1.500" d="M422 112h28v34h-28Z" />
      <path fill="var(--card)" d="M194 76q0-6 4-6t4 6v84l-4 14-4-14ZM194 92h8" />
    </Illustration>
  )
}
