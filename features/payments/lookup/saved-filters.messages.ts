import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const savedFilterTexts = messages({
  title: ['Saved filters', 'Kayıtlı filtreler'],
  none: ['No saved filters yet', 'Henüz kayıtlı filtre yok'],
  loading: ['Loading…', 'Yükleniyor…'],
  name: ['Name', 'Ad'],
  save: ['Save as new', 'Yeni olarak kaydet'],
  update: [(name: string) => `Update “${name}”`, (name: string) => `“${name}” filtresini güncelle`],
  remove: [(name: string) => `Delete “${name}”`, (name: string) => `“${name}” filtresini sil`],
  saved: ['Filter saved successfully', 'Filtre başarıyla kaydedildi'],
  updated: ['Filter updated successfully', 'Filtre başarıyla güncellendi'],
  deleted: ['Filter deleted successfully', 'Filtre başarıyla silindi'],
  loadFailed: ['Failed to load saved filters', 'Kayıtlı filtreler yüklenemedi'],
  saveFailed: ['Failed to save filter', 'Filtre kaydedilemedi'],
  updateFailed: ['Failed to update filter', 'Filtre güncellenemedi'],
  deleteFailed: ['Failed to delete filter', 'Filtre silinemedi'],
  retry: ['Try again', 'Yeniden dene'],
})
