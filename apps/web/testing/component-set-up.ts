import { configure } from '@testing-library/react'

// on a busy machine awaited content takes longer than the default second
configure({ asyncUtilTimeout: 20_000 })
