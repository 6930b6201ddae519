import type { ReferenceTarget } from './resource-field.ts'

/** The tenant's own records of one table, those in use. */
export const ownRecords = (table: string, name = 'name') =>
  ({
    table,
    key: 'id',
    name,
    owner: 'tenant',
    hasActivity: true,
  }) as const satisfies ReferenceTarget

/** What references lead to that is no resource of its own. */
export const targets = {
  merchant: {
    table: 'merchant',
    key: 'id',
    name: 'legal_business_name',
    owner: 'tenant',
    merchantColumn: 'id',
  },
  currency: {
    table: 'currency',
    key: 'code',
    name: 'name',
    nameTr: 'name_tr',
    owner: 'shared',
    hasActivity: true,
    switches: 'currency',
  },
  industryType: {
    table: 'industry_type',
    key: 'code',
    name: 'name',
    nameTr: 'name_tr',
    owner: 'shared',
    hasActivity: true,
    switches: 'industry_type',
  },
  riskLevel: {
    table: 'risk_level',
    key: 'id',
    name: 'name',
    owner: 'tenant',
    hasActivity: true,
  },
  country: {
    table: 'country',
    key: 'code',
    name: 'name',
    nameTr: 'name_tr',
    owner: 'shared',
    hasActivity: true,
    switches: 'country',
  },
  language: {
    table: 'language',
    key: 'code',
    name: 'name',
    owner: 'shared',
    hasActivity: true,
    switches: 'language',
    isNamed: true,
  },
  paymentMethod: {
    table: 'payment_method',
    key: 'code',
    name: 'name',
    nameTr: 'name_tr',
    owner: 'shared',
    hasActivity: true,
    switches: 'payment_method',
  },
  paymentChannel: {
    table: 'payment_channel',
    key: 'code',
    name: 'name',
    nameTr: 'name_tr',
    owner: 'shared',
    hasActivity: true,
  },
  /** Of the tenant or the platform, not of merchants. */
  operator: {
    table: 'app_user',
    key: 'id',
    name: 'email',
    isPerson: true,
    owner: 'tenant',
    isStaff: true,
    hasActivity: true,
    only: { user_type: ['tenant', 'platform'] },
  },
  operatorRole: {
    table: 'role',
    key: 'id',
    name: 'name',
    owner: 'tenant',
    isStaff: true,
    only: { user_type: ['tenant', 'platform'] },
  },
  /** Of a merchant's users: the merchant's own, and those that are for all merchants. */
  merchantRole: {
    table: 'role',
    key: 'id',
    name: 'name',
    owner: 'tenant',
    isStaff: true,
    merchantColumn: 'merchant_id',
    only: { user_type: ['merchant'] },
  },
  serviceProvider: {
    table: 'service_provider',
    key: 'code',
    name: 'name',
    owner: 'shared',
    hasActivity: true,
    switches: 'service_provider',
    isNamed: true,
  },
} as const satisfies Record<string, ReferenceTarget>
