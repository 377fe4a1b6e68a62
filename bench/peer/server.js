// boardgame.io's server as it ships, with everything in memory: node server.js PORT TABLES.json

process.env.NODE_ENV = 'production'

const { readFileSync } = require('node:fs')
const { Origins, Server } = require('boardgame.io/server')
const { Golf } = require('./golf.js')
const { keep } = require('./tables.js')

const [port, path] = process.argv.slice(2)
const server = Server({ games: [Golf], origins: [Origins.LOCALHOST] })
const { tokens, tables } = JSON.parse(readFileSync(path))
for (const { code, moves } of tables) keep(server.db, code, tokens, moves)
server.router.get('/healthz', (context) => {
  context.body = 'ok'
})
server.run({ port: { port: Number(port), host: '127.0.0.1' } })
