import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const modelTexts = messages({
  key: ['Key', 'Anahtar'],
  about: [
    'What the service is called with. It is stored sealed, nobody can see it again, and it goes when the address changes.',
    'Hizmet bu anahtarla çağrılır. Mühürlü saklanır, tekrar görüntülenemez ve adres değişince silinir.',
  ],
  fresh: ['New key', 'Yeni anahtar'],
  set: ['Set key', 'Anahtarı kaydet'],
  remove: ['Remove key', 'Anahtarı kaldır'],
  removeTitle: ['Remove the key?', 'Anahtar kaldırılsın mı?'],
  removeText: [
    'The service is called without a key from now on. To use it again the key has to be typed again.',
    'Hizmet bundan sonra anahtarsız çağrılır. Yeniden kullanmak için anahtarı yeniden yazmak gerekir.',
  ],
  saved: ['Saved', 'Kaydedildi'],
})
