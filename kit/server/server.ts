import { isUtf8 } from 'node:buffer'
import { randomUUIDv7 } from 'node:crypto'
import Fastify, {
  errorCodes,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import helmet from 'helmet'
import type { Logger } from 'pino'
import { limitRate } from './authentication/rate-limit.ts'
import { endConnections } from './end-connections.ts'
import type { FigureSource } from './figures.ts'
import { recordMetrics } from './metrics.ts'
import { describeApi, type MerchantApi } from './openapi.ts'
import { keepBodyText } from './request/body-text.ts'
import type { RouteServices } from './request/call.ts'
import { compressAnswers } from './request/compression.ts'
import { installIssueTexts } from './request/issue-texts.ts'
import { answerNotFound, answerProblems, answerWrongAddress } from './request/problems.ts'
import { registerRoute } from './request/register.ts'
import type { Route } from './request/route.ts'
import { notUtf8, refuseUnstorableText } from './request/storable-text.ts'
import { acceptUploads, takesUpload } from './request/uploads.ts'
import type { Settings } from './settings.ts'
import { isHashedFile, servePortal } from './static.ts'
import { answerUnreadRequest, longestHeadBytes } from './unread-requests.ts'

export interface ServerOptions extends RouteServices {
  readonly routes: readonly Route[]
  readonly log: Logger
  /** Further figures of the metrics. */
  readonly figures?: readonly FigureSource[]
  readonly merchantApi?: MerchantApi
  /** Where the built portal lies, when this process serves it. */
  readonly portalFolder?: string
}

const bodyLimitBytes = 1_048_576

/** The HTTP server with every declared route on it, not yet listening. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { settings, routes, log, portalFolder } = options
  // not by Fastify's plugin: it makes the headers anew for every request
  const securePage = helmet(securityHeaders(settings.oidc))
  const secureAnswer = helmet(answerHeaders)
  const secureFile = helmet(fileHeaders)
  const app = Fastify({
    loggerInstance: log as never,
    genReqId: () => randomUUIDv7(),
    bodyLimit: bodyLimitBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    trustProxy: settings.trustedProxies ?? false,
    // one line a request, written by the metrics hook with route and duration
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    requestTimeout: 60_000,
    http: { maxHeaderSize: longestHeadBytes },
    clientErrorHandler: answerUnreadRequest,
    // an address that cannot be read comes to no hook
    frameworkErrors: (error, request, reply) =>
      secureAnswer(request.raw, reply.raw, () =>
        answerWrongAddress(error, request as FastifyRequest, reply as unknown as FastifyReply),
      ),
    return503OnClosing: true,
  })
  const beginToClose = endConnections(app.server)
  app.addHook('preClose', async () => beginToClose())
  installIssueTexts()
  answerProblems(app as unknown as FastifyInstance)
  acceptEmptyJson(app as unknown as FastifyInstance)
  acceptTexts(app as unknown as FastifyInstance)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const secure = isHashedFile(request.url)
      ? secureFile
      : isPage(request)
        ? securePage
        : secureAnswer
    if (secure === securePage) reply.header('permissions-policy', permissionsPolicy)
    secure(request.raw, reply.raw, done as () => void)
  })
  // what a call answers is its caller's: it stays in no cache, unless the call says otherwise
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  await compressAnswers(app as unknown as FastifyInstance)
  const identifying = await limitRate(app as unknown as FastifyInstance, settings, options)
  const services = { ...options, ...identifying }
  recordMetrics(app as unknown as FastifyInstance, settings, options.database, options.figures)
  describeApi(app as unknown as FastifyInstance, routes, options.merchantApi)
  for (const route of routes) {
    if (!takesUpload(route.endpoint)) {
      registerRoute(app as unknown as FastifyInstance, route, services)
    }
  }
  await app.register(async (uploads) => {
    await acceptUploads(uploads as unknown as FastifyInstance)
    for (const route of routes) {
      if (takesUpload(route.endpoint)) {
        registerRoute(uploads as unknown as FastifyInstance, route, services)
      }
    }
  })
  if (portalFolder) {
    const { oidc, publicUrl } = settings
    await servePortal(app as unknown as FastifyInstance, portalFolder, oidc.issuer, publicUrl)
  } else {
    app.setNotFoundHandler((request, reply) => answerNotFound(request as never, reply as never))
  }
  return app as unknown as FastifyInstance
}

/**
 * Forms and plain text are taken by the few routes that keep the text of their body, as OAuth has it; others refuse them. A
 * browser that sends an empty text calls it plain.
 */
function acceptTexts(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
    app.addContentTypeParser(type, { parseAs: 'string' }, (request, body, done) => {
      if (request.routeOptions.config.keepsBodyText === 'unparsed') {
        keepBodyText(request, body as string)
      } else if (body !== '' || type !== 'text/plain') {
        return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type))
      }
      return done(null, undefined)
    })
  }
}

/** A POST without a body, sent as JSON all the same, means an empty one. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'ignore')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const body = bytes.toString()
    if (body === '') return done(null, undefined)
    keepBodyText(request, body)
    // what a counterparty says is kept, whatever it is
    if (request.routeOptions.config.keepsBodyText === 'unparsed') return done(null, undefined)
    // its letters would be stored as others, and what is kept by them would not be found again
    if (!isUtf8(bytes as Buffer)) return done(notUtf8('The body is not UTF-8'))
    return parse(request, body, (error, parsed) => {
      if (error) return done(error)
      try {
        refuseUnstorableText(body, parsed)
        done(null, parsed)
      } catch (problem) {
        done(problem as Error)
      }
    })
  })
}

/** What no declared call answers is the portal's; a few calls answer pages of their own. */
function isPage({ routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config
  return endpoint === undefined || endpoint.contentType?.startsWith('text/html') === true
}

/** What no page of the portal asks a browser for. */
const permissionsPolicy = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'serial', 'usb'],
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Of an answer that is data: it shows and runs nothing, wherever it is opened. What only concerns pages is left out. */
const answerHeaders = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginOpenerPolicy: false,
  crossOriginEmbedderPolicy: false,
  originAgentCluster: false,
  referrerPolicy: { policy: 'no-referrer' as const },
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
}

/** Of scripts and styles: the page that loads them sets the policy. */
const fileHeaders = {
  ...answerHeaders,
  contentSecurityPolicy: false,
  strictTransportSecurity: false,
  referrerPolicy: false,
}

function securityHeaders({ issuer, usesPopup }: Settings['oidc']) {
  const identityOrigin = new URL(issuer).origin
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", identityOrigin],
        // silent sign-in opens the identity provider in a frame, which comes back to a page of ours
        frameSrc: ["'self'", identityOrigin],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
      },
    },
    xFrameOptions: { action: 'sameorigin' as const },
    crossOriginEmbedderPolicy: false,
    // what browsers do anyway; the sandboxed frame of the card fields could not, and said so in the console
    originAgentCluster: false,
    // a sign-in's own window is another origin's, and must still be known to the page that opened it
    crossOriginOpenerPolicy: {
      policy: usesPopup ? ('same-origin-allow-popups' as const) : ('same-origin' as const),
    },
    referrerPolicy: { policy: 'no-referrer' as const },
  }
}
