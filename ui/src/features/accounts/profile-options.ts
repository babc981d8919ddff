import type { Choice } from '../../ui/ChoiceGroup'

const sameLabel = (value: string): Choice => ({ value, label: value })

export const HANDEDNESS: Choice[] = [
  { value: 'left', label: 'Left' },
  { value: 'right', label: 'Right' },
]

export const TABLETS = ['Boox', 'reMarkable', 'Scribe', 'Supernote'].map(sameLabel)

export const LANGUAGES = [
  'English',
  'Spanish',
  'French',
  'Chinese',
  'Japanese',
  'German',
  'Italian',
  'Punjabi',
  'Bengali',
  'Hindi',
  'Portuguese',
  'Russian',
].map(sameLabel)
