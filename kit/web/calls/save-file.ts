/** Hands a file to the browser, which saves it under the name. */
export function saveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken the blob by the next task; a little later is safe everywhere.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
