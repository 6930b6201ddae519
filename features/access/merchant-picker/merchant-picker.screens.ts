import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { lazy } from 'react'

/** The picker has no page: it is a field and a filter of other pages. */
export const screens: readonly Screen[] = []

const picker = () => import('./merchant-picker.tsx')

/** One merchant. */
export const MerchantSelect = lazy(() =>
  picker().then((part) => ({ default: part.MerchantSelect })),
)
/** One merchant, as a field of a form. */
export const MerchantField = lazy(() => picker().then((part) => ({ default: part.MerchantField })))
/** Any number of merchants. */
export const MerchantsSelect = lazy(() =>
  picker().then((part) => ({ default: part.MerchantsSelect })),
)
/** The same, as a field of a form. */
export const MerchantsField = lazy(() =>
  picker().then((part) => ({ default: part.MerchantsField })),
)
/** A list's filter by merchant. */
export const MerchantFilter = lazy(() =>
  picker().then((part) => ({ default: part.MerchantFilter })),
)
