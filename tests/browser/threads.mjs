/** Topics with posts, made as their members would make them, only faster. */

/** Opens a topic; answers its id, name and code. */
export const addTopic = (server, name, code) =>
  server.command('topic', 'add', '--name', name, '--code', code)

/**
 * Posts as the one who is signed in on the page.
 * @returns {Promise<string>} the post's id
 */
export const addPost = (page, topic, { caption = '', alt = '', publish = true } = {}) =>
  page.evaluate(postPicture, { topic, caption, alt, publish })

/** Runs in the page. */
async function postPicture({ topic, caption, alt, publish }) {
  const [, token] = document.cookie.match(/XSRF-TOKEN=([^;]+)/)
  const headers = { 'x-xsrf-token': token }
  const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 800 })
  const paper = canvas.getContext('2d')
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, 600, 800)
  paper.fillStyle = 'black'
  paper.font = '48px serif'
  paper.fillText(caption || 'A page', 40, 120)
  const body = new FormData()
  body.append('image', await new Promise((done) => canvas.toBlob(done)), 'page.png')
  body.append('caption', caption)
  body.append('alt', alt)
  const uid = localStorage.getItem('uid')
  const address = `/api/upload/${uid}/${topic.id}/${topic.code}`
  const posted = await fetch(address, { method: 'POST', headers, body })
  const { id, error } = await posted.json()
  if (error) throw new Error(error)
  if (publish) await fetch(`/api/activate-post/${id}`, { method: 'PUT', headers })
  return id
}
