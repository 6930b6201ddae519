import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const labelTexts = messages({
  title: ['Add Label', 'Etiket ekle'],
  labels: ['Labels', 'Etiketler'],
  manage: ['Manage labels', 'Etiketleri yönet'],
  label: ['Label', 'Etiket'],
  none: ['No label', 'Etiket yok'],
  name: ['Name', 'Ad'],
  nameRule: [
    'This field is required and must be alphanumeric.',
    'Bu alan zorunludur ve yalnızca harf ile rakam içermelidir.',
  ],
  colour: ['Colour', 'Renk'],
  description: ['Description', 'Açıklama'],
  add: ['Add', 'Ekle'],
  save: ['Save', 'Kaydet'],
  cancel: ['Cancel', 'Vazgeç'],
  edit: [(name: string) => `Edit ${name}`, (name: string) => `${name}: düzenle`],
  editTitle: [(name: string) => `Edit ${name}`, (name: string) => `${name} etiketini düzenle`],
  remove: [(name: string) => `Delete ${name}`, (name: string) => `${name}: sil`],
  removeTitle: ['Delete this label?', 'Etiket silinsin mi?'],
  removeText: [
    (name: string) => `${name} is taken off every ticket that has it.`,
    (name: string) => `${name} etiketi, verildiği bütün taleplerden kaldırılır.`,
  ],
  removeConfirm: ['Delete', 'Sil'],
  isDefault: ['Default', 'Varsayılan'],
  created: ['Label created', 'Etiket oluşturuldu'],
  deleted: ['Label deleted successfully', 'Etiket silindi'],
  notSaved: ['Not saved. Try again.', 'Kaydedilmedi. Yeniden deneyin.'],
  assign: [(subject: string) => `Label of ${subject}`, (subject: string) => `${subject}: etiket`],
})
