// Firefox for the tests: reads one JSON command a line, [name, ...arguments], and writes one JSON answer a line.
// Started as `node firefox.mjs PATH_OF_FIREFOX`; it ends with its standard input.

import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: process.argv[2],
  headless: true,
  extraPrefsFirefox: { "intl.accept_languages": "en-GB" },
});
let context, page;
const complaints = [];
// What Firefox says of a module that was still on its way when the page was left.
const LEFT = /error loading dynamically imported module/;
const complain = (text) => LEFT.test(text) || complaints.push(text);

const commands = {
  /** A window with nothing stored. */
  async window() {
    await context?.close();
    context = await browser.createBrowserContext();
    page = await context.newPage();
    await page.setViewport({ width: 1024, height: 768 });
    complaints.length = 0;
    page.on("pageerror", (error) => complain(String(error)));
    page.on("console", (message) => message.type() === "error" && complain(message.text()));
  },
  open: (address) => page.goto(address).then(() => null),
  reload: () => page.reload().then(() => null),
  evaluate: (expression) => page.evaluate(expression),
  type: (text) => page.keyboard.type(text),
  press: (key) => page.keyboard.press(key),
  async drag(from, to) {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
  },
  click: (at) => page.mouse.click(...at),
  tap: (at) => page.touchscreen.tap(...at),
  picture: (path) => page.screenshot({ path }).then(() => null),
  complaints: () => complaints,
  forgetComplaints: () => void complaints.splice(0),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...all] = JSON.parse(line);
  let answer;
  try {
    answer = { value: (await commands[name](...all)) ?? null };
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
await browser.close();
