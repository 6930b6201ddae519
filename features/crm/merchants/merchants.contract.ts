/** How a merchant's account stands. */
export const merchantStatuses = {
  Active: ['Active', 'Etkin'],
  'In boarding': ['In boarding', 'Başvuruda'],
  'On hold': ['On hold', 'Beklemede'],
  Suspended: ['Suspended', 'Askıda'],
  Closed: ['Closed', 'Kapalı'],
} as const

/** In which modes a merchant takes payments. */
export const processingStatuses = {
  FullProcessing: ['Test and Live', 'Test ve Canlı'],
  SandboxEnabled: ['Test alone', 'Yalnızca Test'],
  NoProcessing: ['None', 'Yok'],
} as const

/** How far its boarding has come. */
export const boardingStages = {
  Application: ['Application', 'Başvuru'],
  Documents: ['Documents', 'Belgeler'],
  Integration: ['Integration', 'Entegrasyon'],
  Completed: ['Completed', 'Tamamlandı'],
} as const

export const reviewStatuses = {
  'Not started': ['Not started', 'Başlamadı'],
  'In review': ['In review', 'İncelemede'],
  Approved: ['Approved', 'Onaylandı'],
} as const
