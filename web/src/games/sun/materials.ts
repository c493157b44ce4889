/** Turf and wood, generated as textures: no image has to be loaded. */

import { CanvasTexture, SRGBColorSpace } from 'three';
import { scatter } from '../../boards/speckle';

/** Turf as a texture: short strokes in three greens, darker towards the rim. */
export function turf(): CanvasTexture {
  const size = 512;
  const texture = painted(size, (paint) => {
    const ground = paint.createRadialGradient(256, 256, 60, 256, 256, 256);
    ground.addColorStop(0, '#8fa070');
    ground.addColorStop(0.55, '#6d8560');
    ground.addColorStop(1, '#3f5a49');
    paint.fillStyle = ground;
    paint.fillRect(0, 0, size, size);
    paint.lineWidth = 1.2;
    const next = scatter(58);
    for (let k = 0; k < 5200; k += 1) {
      const [x, y] = [next() * size, next() * size];
      paint.strokeStyle = k % 3 === 0 ? '#c3cf8c' : k % 3 === 1 ? '#2c4435' : '#7f9663';
      paint.globalAlpha = 0.16 + (k % 5) * 0.05;
      paint.beginPath();
      paint.moveTo(x, y);
      paint.lineTo(x + ((k * 7) % 5) - 2, y - 2 - ((k * 3) % 4));
      paint.stroke();
    }
  });
  texture.anisotropy = 8;
  return texture;
}

function painted(size: number, draw: (paint: CanvasRenderingContext2D) => void): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const paint = canvas.getContext('2d');
  if (paint) draw(paint);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** Wood as a texture: fine lines in two tones. */
export function grain(light: string, dark: string): CanvasTexture {
  return painted(256, (paint) => {
    paint.fillStyle = light;
    paint.fillRect(0, 0, 256, 256);
    paint.strokeStyle = dark;
    for (let k = 0; k < 58; k += 1) {
      paint.globalAlpha = 0.1 + ((k * 7) % 5) * 0.06;
      paint.lineWidth = 0.7 + ((k * 3) % 4) * 0.7;
      const x = (k * 256) / 58;
      paint.beginPath();
      paint.moveTo(x, 0);
      paint.bezierCurveTo(x + ((k * 5) % 13) - 6, 88, x - ((k * 11) % 13) + 6, 172, x + 1, 256);
      paint.stroke();
    }
  });
}
