import { Handwriting } from './Handwriting'
import { Illustration } from './Illustration'

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
