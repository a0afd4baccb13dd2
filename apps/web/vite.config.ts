import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogs } from './build/catalogs.ts'

const api = process.env.DR_API ?? 'http://127.0.0.1:8080'
const legacyPaths = ['pledgeorder', 'usermoney', 'wait', 'sysnotice', 'game', 'common', 'user']
const proxied = ['/api', '/rpc', ...legacyPaths.map((path) => `/${path}/`)]

export default defineConfig({
  base: './',
  plugins: [
    catalogs(fileURLToPath(new URL('./src/i18n/catalogs', import.meta.url))),
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
  ],
  // Faucet and burner wallet exist only in a build for the local chain.
  define: { __LOCAL_CHAIN__: JSON.stringify(process.env.DR_LOCAL === '1') },
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, api])) },
  build: {
    target: 'es2022',
    outDir: 'dist',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'wallet',
              test: /node_modules\/(viem|wagmi|@wagmi|ox|abitype|@noble|@scure|mipd|@adraffy)\//,
            },
          ],
        },
      },
    },
  },
})
