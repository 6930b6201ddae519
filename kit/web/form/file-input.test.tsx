import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { OneFileInput } from './file-input.tsx'

afterEach(cleanup)

function Choosing() {
  const [file, setFile] = useState<File>()
  return <OneFileInput label="Statement" accept=".csv" file={file} onFile={setFile} />
}

test('a file that was chosen is read out by the name of the button', async () => {
  const { container } = renderInPortal(<Choosing />)
  expect(screen.getByRole('button', { name: 'Statement' })).toBeDefined()
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  await userEvent.upload(input as HTMLInputElement, new File(['a'], 'march.csv'))
  await screen.findByRole('button', { name: 'Statement: march.csv' })
})
