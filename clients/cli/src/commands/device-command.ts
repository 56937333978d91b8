import { Tintype } from '@tintype/client';
import type { Command } from 'commander';
import { readLogin, usualUrl } from '../config.js';
import { globalsOf } from '../context.js';
import { CommandError } from '../failures.js';
import { printJson, printLine, type Terminal, tableOf } from '../terminal/terminal.js';

export const addDeviceCommand = (program: Command, terminal: Terminal): void => {
  program
    .command('devices')
    .description('list the devices of -X emulateDevice')
    .argument('[search]', 'only names and keys with this text')
    .action(async (search: string | undefined, _options: object, command: Command) => {
      const { server, json } = globalsOf(command);
      const { url: baseUrl = usualUrl } = readLogin(server);
      const all = await new Tintype({ baseUrl }).devices();
      const wanted = (search ?? '').toLowerCase();
      const devices = all.filter(({ name, key }) => `${name} ${key}`.toLowerCase().includes(wanted));
      if (devices.length === 0) throw new CommandError(`No device has "${search}" in its name.`, 'usage');
      if (json) return printJson(terminal, devices);
      const rows = devices.map(({ key, name, viewport: { width, height, deviceScaleFactor } }) => [
        key,
        `${width}×${height}`,
        `${deviceScaleFactor}`,
        name,
      ]);
      printLine(terminal, tableOf(['key', 'window', 'scale', 'name'], rows));
    });
};
