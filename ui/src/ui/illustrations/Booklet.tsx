import { Handwriting } from './Handwriting'
import { Illustration } from './Illustration'
import { Pencil } from './Pencil'
import { Seal } from './Seal'

/** A folded booklet: a finished page under its seal, and one that is still being written. */
export function Booklet() {
  return (
    <Illustration width={480} height={400}>
      <path stroke="var(--rule)" d="M30 362h54M104 374h88M216 362h40M300 382h60" />
      <path
        fill="var(--card)"
        d="M28 340Q130 306 236 330 342 306 446 340V104L402 60 236 72 28 84Z"
      />
      <path fill="var(--card)" d="M28 72Q130 38 236 62V320Q130 296 28 330Z" />
      <path fill="var(--card)" d="M236 62Q330 40 400 58L446 102V330Q342 296 236 320Z" />
      <path fill="var(--sunk)" d="M400 58Q406 82 402 104 424 100 446 102Z" />
      <path strokeWidth="4" d="M236 118v16M236 248v16" />
      <g transform="rotate(-4 130 190)">
        <Handwriting
          left={58}
          top={112}
          leading={34}
          size={1.2}
          rows={['lun gele mer', 'der unel ule', 'mule ge nur', 'del ueng']}
        />
      </g>
      <Seal x={112} y={272} />
      <g transform="rotate(4 340 190)">
        <path stroke="var(--line)" strokeDasharray="1 6" d="M264 104h92M264 120h64" />
        <path stroke="var(--line)" strokeWidth="1.500" d="M262 140H424V286H262Z" />
        <Handwriting
          left={276}
          top={176}
          leading={34}
          size={1.1}
          rows={['rule den g', 'neul egen', 'lu']}
        />
      </g>
      <Pencil x={304} y={244} angle={47} />
    </Illustration>
  )
}
