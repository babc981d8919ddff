import { Handwriting } from './Handwriting'
import { Illustration } from './Illustration'
import { Seal } from './Seal'

/** A letter on its way out of its envelope, with a page of handwriting in it. */
export function OpenLetter() {
  return (
    <Illustration width={260} height={190}>
      <path fill="var(--sunk)" d="M30 84 130 24 230 84V172H30Z" />
      <path fill="var(--card)" d="M62 14H182L198 30V140H62Z" />
      <path fill="var(--sunk)" d="M182 14V30H198Z" />
      <Handwriting left={78} top={48} leading={24} rows={['lun gel', 'muer de']} />
      <path fill="var(--card)" d="M30 84 130 140 230 84V172H30Z" />
      <path d="m30 172 70-49M230 172l-70-49" />
      <Seal x={130} y={138} size={0.7} />
    </Illustration>
  )
}
