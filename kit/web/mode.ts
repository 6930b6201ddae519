/** The mode that a page works in; Test moves no money. */
export type ModeName = 'Test' | 'Live'
