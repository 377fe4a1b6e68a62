/** Saves and shares files. */

/** A file that starts with a byte order mark, so that spreadsheets read it as UTF-8. */
export const asFile = (text: string, name: string, type: string): File => new File(['\ufeff', text], name, { type: `${type};charset=utf-8` })

/** A name like "Yammouth 2026-12-24.csv", which is easy to find again. */
export const fileName = (title: string, ending: string, day = new Date()): string => {
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
  return `${title.replace(/[^\p{L}\p{N} -]/gu, '')} ${date}.${ending}`
}

export function download(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Shares the file where the device can, and downloads it otherwise. */
export async function send(file: File, title: string): Promise<void> {
  if (!navigator.canShare?.({ files: [file] })) return download(file)
  await navigator.share({ files: [file], title }).catch((thrown: unknown) => {
    if (!(thrown instanceof DOMException && thrown.name === 'AbortError')) download(file) // AbortError: somebody closed the share sheet
  })
}
