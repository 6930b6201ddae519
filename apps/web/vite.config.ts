import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { attachTexts } from './building/attach-texts.ts'
import { bundleRules } from './building/bundle-rules.ts'
import { firstPageFiles, preloadedWith } from './building/first-page-files.ts'
import { leanContracts } from './building/lean-contracts.ts'
import { problemTexts } from './building/problem-texts.ts'
import { resourceScreens } from './building/resource-screens.ts'

const ownPlugins = () => [
  react(),
  attachTexts(),
  leanContracts(),
  resourceScreens(),
  problemTexts(),
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [ownPlugins(), firstPageFiles(ownPlugins), bundleRules()],
  // Kit and features are packages of this repository; there must be one React for all of them.
  resolve: {
    dedupe: ['react', 'react-dom', 'react-router', '@mantine/core', '@tanstack/react-query'],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Files below have a hash in their name and are served as never changing.
    assetsDir: 'build',
    assetsInlineLimit: 0,
    // the file that pages have in common is meant to be large
    chunkSizeWarningLimit: 700,
    target: 'es2023',
    modulePreload: { polyfill: false, resolveDependencies: preloadedWith },
    rolldownOptions: {
      input: {
        portal: `${import.meta.dirname}/index.html`,
        // answered at the address of its file, for people without an account
        external: `${import.meta.dirname}/support/external.html`,
      },
    },
  },
})
