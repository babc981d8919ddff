import { Illustration } from './Illustration'

/** A small computer on a shelf, between the books that it keeps. */
export function HomeServer() {
  return (
    <Illustration width={240} height={180}>
      <path d="M8 150H232M30 150v18M210 150v18" />
      <path fill="var(--card)" d="M26 56H46V150H26ZM46 72H62V150H46Z" />
      <path fill="var(--sunk)" d="M62 48H84V150H62Z" />
      <path d="M26 72h20M26 132h20M62 66h22M62 130h22M51 92h6M51 100h6" />
      <path fill="var(--card)" d="M100 112 110 98H172L182 112V150H100Z" />
      <path d="M100 112H182M112 140v-12h16v12ZM136 140v-12h10v12Z" />
      <circle cx="166" cy="131" r="4" fill="var(--seal)" stroke="none" />
      <path stroke="var(--line)" d="M130 82q11-10 22 0M121 72q20-18 40 0M112 62q29-26 58 0" />
      <path fill="var(--card)" d="m196 150-10-74 18-3 10 77Z" />
      <path d="m189 92 17-2M194 136l18-3" />
    </Illustration>
  )
}
