import { describe, expect, test } from 'vitest'
import { decideMode } from './mode.rules.ts'

const merchant = (processingStatus: string) => ({ audience: 'merchant', processingStatus }) as const

describe('Test and Live', () => {
  test('a merchant who processes has the toggle, and Live when nothing is stored [mode.toggle.default]', () => {
    expect(decideMode(merchant('FullProcessing'), null)).toEqual({
      mode: 'Live',
      toggle: 'enabled',
    })
  })

  test('what is stored is restored [mode.toggle.storage]', () => {
    expect(decideMode(merchant('FullProcessing'), 'Test').mode).toBe('Test')
    expect(decideMode(merchant('FullProcessing'), 'nonsense').mode).toBe('Live')
  })

  test('SandboxEnabled is Test, whatever is stored, and cannot be switched [mode.toggle.sandbox]', () => {
    expect(decideMode(merchant('SandboxEnabled'), 'Live')).toEqual({
      mode: 'Test',
      toggle: 'disabled',
    })
  })

  test('without processing, and for operators, there is no toggle [mode.toggle.visible]', () => {
    expect(decideMode(merchant('NoProcessing'), 'Test').toggle).toBe('hidden')
    for (const audience of ['tenant', 'platform'] as const) {
      const decision = decideMode({ audience, processingStatus: null }, 'Test')
      expect(decision).toEqual({ mode: 'Live', toggle: 'hidden' })
    }
  })
})
