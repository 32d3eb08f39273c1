import { render } from 'preact'
import { App } from './app/app.tsx'
import { start } from './store/start.ts'

const root = document.getElementById('root')
if (root) render(<App />, root)
void start()
