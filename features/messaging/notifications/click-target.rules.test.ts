import { describe, expect, test } from 'vitest'
import { type Clicked, clickTarget, isSafeAddress } from './click-target.rules.ts'

describe('a click', () => {
  const origin = 'https://portal.example'
  const dialogs = new Set(['Proposal', 'Agreement'])
  const file = '0191f3a4-0000-7000-8000-000000000001'
  const other = '0191f3a4-0000-7000-8000-000000000002'
  const task = { notificationType: 'Task', objectUrl: '/crm/dashboard', useRouter: true }
  const target = (some: Partial<Clicked>) => clickTarget({ ...task, ...some }, dialogs, origin)

  test('leads to the objectUrl: in the portal, or as a page of its own', () => {
    expect(target({ objectUrl: '/crm/tasks?x=1#y' })).toEqual({
      kind: 'screen',
      path: '/crm/tasks?x=1#y',
    })
    expect(target({ objectUrl: `${origin}/crm/tasks` })).toEqual({
      kind: 'screen',
      path: '/crm/tasks',
    })
    expect(target({ objectUrl: '/help.html', useRouter: false })).toEqual({
      kind: 'page',
      url: `${origin}/help.html`,
    })
    expect(target({ objectUrl: 'https://status.example/' })).toEqual({
      kind: 'page',
      url: 'https://status.example/',
    })
  })

  test('takes the file identifiers of a report from the objectUrl [notifications.report.file-id]', () => {
    const report = { notificationType: 'ReportGenerated' }
    expect(target({ ...report, objectUrl: `/fs/file/${file}` })).toEqual({
      kind: 'download',
      fileIds: [file],
    })
    expect(target({ ...report, objectUrl: `/fs/file/${file},${other}` })).toEqual({
      kind: 'download',
      fileIds: [file, other],
    })
    expect(target({ ...report, objectUrl: '/fs/file/none' })).toEqual({ kind: 'invalid' })
  })

  test('opens the dialog of a type that has one', () => {
    expect(target({ notificationType: 'Proposal', objectUrl: `/proposals/${file}` })).toEqual({
      kind: 'dialog',
      type: 'Proposal',
      recordId: file,
    })
  })

  test('does nothing without an objectUrl', () => {
    expect(target({ objectUrl: null })).toEqual({ kind: 'none' })
    expect(target({ objectUrl: '' })).toEqual({ kind: 'none' })
  })

  test.each([
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'data:text/html,x',
    'crm/tasks',
    'http://',
    'ftp://files.example/x',
  ])('%j is no address', (objectUrl) => {
    expect(isSafeAddress(objectUrl)).toBe(false)
    expect(target({ objectUrl })).toEqual({ kind: 'invalid' })
  })
})
