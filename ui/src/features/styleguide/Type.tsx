import { Section, Specimen } from './Specimen'
import styles from './Type.module.css'

const SIZES = ['3xl', '2xl', 'xl', 'l', 'm', 's', 'xs'] as const
const SPACES = [4, 8, 12, 16, 24, 32, 48, 64, 96]

export function Type() {
  return (
    <Section
      title="Type and space"
      rule="Literata for titles and for what members wrote, Atkinson Hyperlegible Next for everything else. Lines end before 66 characters."
    >
      <Specimen name="Sizes, --t-3xl to --t-xs" wide>
        <ul>
          {SIZES.map((size) => (
            <li key={size} className={styles.size}>
              <span className="meta">{size}</span>
              <span className={`${styles.title} ${styles[`t-${size}`]}`}>By many hands</span>
              <span className={styles[`t-${size}`]}>Il1 O0</span>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="Running text">
        <p className={`prose ${styles.text}`}>
          Write inside the boxes with a dark pen. Leave a box empty to <a href="#type">skip</a> its
          question; what you <mark>mark</mark> stands out. <strong>Strong</strong> is for the one
          word that matters.
        </p>
        <p className="meta">Captions say when, how many and by whom: 2 days ago.</p>
      </Specimen>
      <Specimen name="Spaces, --s-1 to --s-9">
        <ul>
          {SPACES.map((pixels, index) => (
            <li key={pixels} className={styles.space}>
              <span className="meta">
                {index + 1}: {pixels}
              </span>
              <svg width={pixels} height="12" aria-hidden="true">
                <rect width={pixels} height="12" fill="var(--seal)" />
              </svg>
            </li>
          ))}
        </ul>
      </Specimen>
    </Section>
  )
}
