import { z } from 'zod'

/** The fields of a card as they are sent, wherever a card is taken. */
export const cardFields = {
  number: z
    .string()
    .regex(/^[\d -]{12,30}$/, 'A card number has only digits')
    .meta({ examples: ['4242424242424242'] })
    .describe('Digits; spaces and hyphens are left out.'),
  expiryMonth: z.int().min(1).max(12).describe('From 1 to 12.'),
  expiryYear: z
    .int()
    .min(2000)
    .max(2199)
    .meta({ examples: [2090] })
    .describe('Of four digits.'),
  securityCode: z
    .string()
    .regex(/^\d{3,4}$/, 'A security code has three or four digits')
    .optional()
    .describe('The code on the card: three digits, of American Express four.'),
}
