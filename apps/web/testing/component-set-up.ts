import { configure } from '@testing-library/react'

// what is awaited comes when the machine gets to it: its second is for a machine with nothing else to do
configure({ asyncUtilTimeout: 20_000 })
