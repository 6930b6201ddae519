import { gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { attachTexts } from './building/attach-texts.ts'
import { compressFiles } from './building/bundle-rules.ts'

/** What payers load, uncompressed: scripts and styles of a page in all. */
const maxBytes = 60 * 1024

/** Fails a build whose pages carry the portal's code or weigh too much. */
function payPageRules(): Plugin {
  return {
    name: 'pay-page-rules',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName))
      const modules = files.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const portal = modules.filter((id) => /kit\/web\/|node_modules\/(react|@mantine)/.test(id))
      if (portal.length > 0)
        this.error(`Payers would be given the portal's code: ${portal.join(', ')}`)
      const contents = files.map((file) => (file.type === 'chunk' ? file.code : file.source))
      const bytes = contents.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
      const packed = contents.reduce((sum, text) => sum + gzipSync(text).length, 0)
      const what = `Payment pages: ${(bytes / 1024).toFixed(1)} KB, ${(packed / 1024).toFixed(1)} KB compressed`
      if (bytes > maxBytes) this.error(`${what}; allowed are ${maxBytes / 1024} KB`)
      this.info(what)
    },
    writeBundle: ({ dir }) => compressFiles(dir ?? 'dist'),
  }
}

/** The pages that payers meet, and the card fields of the terminal: built by themselves, with nothing of the portal. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [attachTexts(), payPageRules()],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    assetsDir: 'build',
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        entryFileNames: 'build/[name]-[hash].js',
        chunkFileNames: 'build/pay-[name]-[hash].js',
        assetFileNames: 'build/pay-[name]-[hash][extname]',
      },
      input: {
        'pay-page': `${import.meta.dirname}/pay/page.html`,
        'pay-card': `${import.meta.dirname}/pay/card.html`,
      },
    },
  },
})
