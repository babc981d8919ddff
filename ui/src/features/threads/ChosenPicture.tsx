import { useEffect, useState } from 'react'
import styles from './NewPostForm.module.css'

/** The picture that was chosen, as this device has it. */
export function ChosenPicture({ image }: { image: File }) {
  const url = useUrl(image)
  return (
    <div className={styles.picture}>{url && <img src={url} alt="The page you have chosen" />}</div>
  )
}

/** An address for a file of this device; it must be given back. */
function useUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
