import { messages } from '../texts/i18n.tsx'

/** What people call the layouts; the documents' own names are what is stored. */
export const layoutTexts = messages({
  'vertical-layout-1': ['Classic', 'Klasik'],
  Entreprise: ['Entreprise', 'Kurumsal'],
  Material: ['Material', 'Materyal'],
  'vertical-v2': ['Rail', 'Ray'],
})
