import { Handwriting } from './Handwriting'
import { Illustration } from './Illustration'

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
