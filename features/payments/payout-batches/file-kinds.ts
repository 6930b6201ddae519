import { fileProblem } from './read-csv.ts'

// Files of other kinds, as they look once their bytes were read as UTF-8. They are known by their content: a workbook that is
// only named .csv is still a workbook.

const archives = ['PK\u0003\u0004', 'PK\u0005\u0006']
const workbookParts = /xl\/(?:workbook|worksheets)|opendocument\.spreadsheet/
/** Of Excel 97 to 2003. */
const oldWorkbook = '\uFFFD\uFFFD\u0011\u0871\u001A'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no text holds
const binary = /[\u0000-\u0008\u000E-\u001F]/

/** Refuses what is neither a CSV nor XML, and says what the chosen file is and what helps. */
export function refuseOtherKind(text: string): void {
  if (text.trim() === '') throw fileProblem('payout_batch.file_blank', 'The file is empty')
  const isArchive = archives.some((start) => text.startsWith(start))
  if (text.startsWith(oldWorkbook) || (isArchive && workbookParts.test(text))) {
    const message = 'This is a workbook of Excel or another spreadsheet: save it as CSV (UTF-8)'
    throw fileProblem('payout_batch.file_workbook', message)
  }
  if (isArchive) {
    throw fileProblem('payout_batch.file_archive', 'This is a ZIP archive: upload the file in it')
  }
  if (text.startsWith('%PDF-') || binary.test(text)) {
    const message = 'This is no text file: upload a CSV or a pain.001'
    throw fileProblem('payout_batch.file_binary', message)
  }
}
