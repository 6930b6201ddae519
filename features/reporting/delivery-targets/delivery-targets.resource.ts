import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  instant,
  optional,
  reference,
  text,
  url,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

const sftp = { field: 'kind', is: 'sftp' } as const
const bucket = { field: 'kind', is: 's3' } as const
const isOptional = true

export const deliveryTargets = resource({
  id: 'delivery-targets',
  one: msg('Delivery target'),
  many: msg('Delivery targets'),
  about: msg(
    'Servers and buckets that automated reports are sent to. A target can be chosen once its connection is complete: test it before.',
  ),
  path: '/crm/settings/delivery-targets',
  screen: { path: '/crm/settings/reports/delivery-targets', order: 362, icon: 'IconServer2' },
  permission: { view: 'CRM.Settings.Report.View', edit: 'CRM.Settings.Report.Edit' },
  table: 'report_delivery_target',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    name: text(msg('Name'), {
      max: 80,
      hint: msg('As people know it: they choose it by this name'),
    }),
    merchantId: optional(
      reference(msg('Merchant'), targets.merchant, {
        hint: msg(
          'The merchant’s users have their reports sent there. If empty: the users of your organisation.',
        ),
      }),
    ),
    kind: choice(msg('Protocol'), msg({ sftp: 'SFTP server', s3: 'S3 bucket' }), {
      part: msg('Connection'),
      isFixed: true,
    }),
    host: optional(
      text(msg('Host'), {
        max: 253,
        pattern: /^[A-Za-z0-9.:-]+$/,
        example: 'files.example.com',
        onlyFor: sftp,
      }),
    ),
    port: optional(
      wholeNumber(msg('Port'), {
        min: 1,
        max: 65_535,
        hint: msg('If empty: 22'),
        onlyFor: { ...sftp, isOptional },
      }),
    ),
    userName: optional(text(msg('User name'), { max: 100, onlyFor: sftp })),
    hostKey: optional(
      text(msg('Fingerprint of the server’s key'), {
        max: 60,
        pattern: /^SHA256:[A-Za-z0-9+/]{43}$/,
        example: 'SHA256:jGq1uX2lfZ0X2o8Zt8d7nJp5w0n1r6v3bQeYc9m4k7s',
        hint: msg(
          'As the server’s operator names it. The test shows which one the server has; without it nothing is sent.',
        ),
        onlyFor: { ...sftp, isOptional },
      }),
    ),
    endpoint: optional(
      url(msg('Endpoint'), {
        hint: msg('If empty: Amazon’s own of the region'),
        onlyFor: { ...bucket, isOptional },
      }),
    ),
    region: optional(
      text(msg('Region'), {
        max: 40,
        pattern: /^[a-z0-9-]+$/,
        example: 'eu-west-1',
        onlyFor: bucket,
      }),
    ),
    bucket: optional(
      text(msg('Bucket'), {
        max: 63,
        pattern: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        example: 'reports',
        onlyFor: bucket,
      }),
    ),
    accessKeyId: optional(
      text(msg('Access key ID'), { max: 128, pattern: /^[\x21-\x7e]+$/, onlyFor: bucket }),
    ),
    folder: optional(
      text(msg('Folder'), {
        max: 500,
        pattern: /^[^\p{Cc}\\]+$/u,
        example: 'reports/daily',
        hint: msg('It must be there. If empty: where the server puts us, or the top of the bucket'),
      }),
    ),
  },
  computedFields: {
    secretSetAt: instant(msg('Secret set')),
    publicKey: text(msg('Public key')),
  },
  columns: ['name', 'kind', 'host', 'bucket', 'folder', 'merchantId', 'secretSetAt', 'updatedAt'],
  sort: 'name',
  search: ['name', 'host', 'bucket'],
  filters: ['kind', 'merchantId'],
  unique: [['name']],
  example: {
    kind: 'sftp',
    merchantId: null,
    host: 'files.example.com',
    port: 22,
    userName: 'reports',
    hostKey: null,
    endpoint: null,
    region: null,
    bucket: null,
    accessKeyId: null,
    folder: null,
  },
})
