/**
 * The lit table in three dimensions. It draws what it is given and answers what a pointer points
 * at; it knows neither rules nor turns. Lengths are in millimetres, z is up, as in the view.
 */

import {
  ACESFilmicToneMapping,
  AmbientLight,
  BoxGeometry,
  BufferGeometry,
  CanvasTexture,
  Color,
  CylinderGeometry,
  DirectionalLight,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  HemisphereLight,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  Plane,
  Quaternion,
  Raycaster,
  RingGeometry,
  Scene,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';
import { ahead, radians, toAngle, type Arc } from './angles';
import type { Pose } from './film';
import { grain, turf } from './materials';
import type { TableView, View } from './view';

const SEATS = ['#5f86c9', '#e09a4a', '#6fa35e', '#c0679a'];
/** The colours of stones that can be chosen, and of the one that was. */
const CHOICE = '#ffc24a';
const CHOSEN = '#ff7a2e';
const MOST_STONES = 40;
/** The radius of a fingertip, in pixels. */
const FINGER = 24;
/** From this multiple of the release distance the whole circle is visible. */
const OVERVIEW = 3.3;

export interface Ghost {
  size: [number, number, number];
  position: [number, number, number];
  rotation: number;
}

export class SunScene {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(36, 1, 10, 6000);
  readonly #controls: OrbitControls;
  readonly #stones: InstancedMesh;
  readonly #ball: Mesh;
  readonly #string: Mesh;
  readonly #marks = new Group();
  readonly #markers = new Group();
  readonly #ghost: Mesh<BoxGeometry, MeshStandardMaterial>;
  readonly #advice: Mesh<BoxGeometry, MeshStandardMaterial>;
  readonly #names = new Group();
  readonly #aim = new Group();
  readonly #ray = new Raycaster();
  readonly #ids: number[] = [];
  /** The stones that can be chosen, and the one that was. */
  #choices: ReadonlySet<number> = new Set();
  #chosen: number | null = null;
  /** The stones that show their numbers. */
  #named: ReadonlySet<number> = new Set();
  readonly #reach: Mesh;
  #table: TableView;
  /** The camera's distance before it moved back; `null` while it is near. */
  #nearby: number | null = null;
  #dirty = true;
  #frame = 0;

  constructor(canvas: HTMLCanvasElement, view: View) {
    this.#table = view.table;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    // Shadows are half the work of a picture, and neither the eye nor a ghost casts one: they are drawn when something moved.
    this.#renderer.shadowMap.autoUpdate = false;
    this.#renderer.toneMapping = ACESFilmicToneMapping;
    this.#renderer.toneMappingExposure = 1.15;
    this.#renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.#camera.up.set(0, 0, 1);
    this.#camera.position.set(40, -510, 330);
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.target.set(0, 0, 30);
    this.#controls.minDistance = 320;
    this.#controls.maxDistance = 1700;
    this.#controls.maxPolarAngle = Math.PI * 0.48;
    this.#controls.addEventListener('change', () => (this.#dirty = true));
    this.#light();
    this.#furniture();
    const wood = new MeshStandardMaterial({ roughness: 0.72, map: grain('#e7b981', '#c9925a') });
    this.#stones = new InstancedMesh(new RoundedBoxGeometry(1, 1, 1, 2, 0.05), wood, MOST_STONES);
    this.#stones.castShadow = true;
    this.#stones.receiveShadow = true;
    this.#stones.frustumCulled = false;
    const gold = new MeshStandardMaterial({
      color: '#ffd27a',
      metalness: 0.55,
      roughness: 0.22,
      emissive: '#a85a10',
      emissiveIntensity: 0.35,
    });
    this.#ball = new Mesh(new SphereGeometry(view.table.ball_radius, 40, 28), gold);
    this.#ball.castShadow = true;
    this.#string = new Mesh(
      new CylinderGeometry(0.7, 0.7, 1, 6),
      new MeshBasicMaterial({ color: '#f6e6c4', transparent: true, opacity: 0.7 }),
    );
    this.#ghost = ghostly();
    this.#advice = ghostly();
    glow(this.#advice, true);
    const reach = view.table.nearest_release;
    this.#reach = new Mesh(
      new RingGeometry(reach - 1.5, reach + 1.5, 128),
      new MeshBasicMaterial({ color: '#ffe29a', transparent: true, opacity: 0.6 }),
    );
    this.#reach.position.z = -view.table.base_thickness + 1;
    this.#reach.visible = false;
    this.#scene.add(
      this.#reach,
      this.#stones,
      this.#ball,
      this.#string,
      this.#marks,
      this.#markers,
      this.#ghost,
      this.#advice,
      this.#names,
      this.#aim,
    );
    this.rest();
    const loop = (): void => {
      this.#frame = requestAnimationFrame(loop);
      this.#controls.update();
      if (!this.#dirty) return;
      this.#dirty = false;
      this.#renderer.render(this.#scene, this.#camera);
    };
    loop();
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#controls.dispose();
    this.#renderer.dispose();
  }

  resize(width: number, height: number): void {
    if (width < 2 || height < 2) return;
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    // A narrow picture needs a wider field of view, or the ring is cut off at the sides.
    this.#camera.fov = width < height * 1.15 ? 48 : 36;
    this.#camera.updateProjectionMatrix();
    this.#dirty = true;
  }

  /** Whether the pointer rotates the table. */
  set turning(on: boolean) {
    this.#controls.enabled = on;
  }

  /** Rotates the table so that a direction is near. */
  face(angle: number): void {
    const distance = this.#camera.position.length();
    const flat = Math.cos(0.56) * distance;
    const direction = radians(angle);
    this.#camera.position.set(
      Math.cos(direction) * flat,
      Math.sin(direction) * flat,
      Math.sin(0.56) * distance,
    );
    this.#dirty = true;
  }

  /** The direction that is near now. */
  get near(): number {
    return toAngle(this.#camera.position.x, this.#camera.position.y);
  }

  /** Rotates the table by an angle. */
  orbit(by: number): void {
    const axis = new Vector3(0, 0, 1);
    this.#camera.position.sub(this.#controls.target).applyAxisAngle(axis, radians(by));
    this.#camera.position.add(this.#controls.target);
    this.#dirty = true;
  }

  /** Moves back until the circle of releases is visible, or comes near again. */
  set distant(on: boolean) {
    const arm = this.#camera.position.clone().sub(this.#controls.target);
    const length = arm.length();
    if (on === (this.#nearby !== null)) return;
    const next = on ? Math.max(length, this.#table.nearest_release * OVERVIEW) : this.#nearby;
    this.#nearby = on ? length : null;
    this.#camera.position.copy(this.#controls.target).add(arm.setLength(next ?? length));
    this.#reach.visible = on;
    this.#dirty = true;
  }

  /** Places the stones as in the view, or as in a playback. */
  show(view: View, moved: ReadonlyMap<number, Pose> = new Map()): void {
    this.#table = view.table;
    this.#ids.length = 0;
    const matrix = new Matrix4();
    const color = new Color();
    for (const stone of view.stones) {
      const pose = moved.get(stone.stone);
      const position = pose?.position ?? stone.position;
      const rotation = pose?.rotation ?? stone.rotation;
      if (!position || !rotation || this.#ids.length >= MOST_STONES) continue;
      matrix.compose(
        new Vector3(...position),
        new Quaternion(...rotation),
        new Vector3(...stone.size),
      );
      const index = this.#ids.push(stone.stone) - 1;
      this.#stones.setMatrixAt(index, matrix);
      const shade = ((stone.stone * 37) % 11) / 11;
      if (this.#chosen === stone.stone) color.set(CHOSEN);
      else if (this.#choices.has(stone.stone)) color.set(CHOICE);
      else color.setHSL(0.09 + shade * 0.02, 0.3 + shade * 0.2, 0.82 + shade * 0.14);
      this.#stones.setColorAt(index, color);
    }
    this.#name(view);
    this.#stones.count = this.#ids.length;
    this.#stones.instanceMatrix.needsUpdate = true;
    if (this.#stones.instanceColor) this.#stones.instanceColor.needsUpdate = true;
    this.#stones.computeBoundingSphere();
    this.#moved();
  }

  /** The markers outside the base. */
  showMarkers(view: View): void {
    this.#markers.clear();
    for (const marker of view.markers) {
      const peg = new Mesh(
        new CylinderGeometry(
          7,
          10,
          26,
          marker.seat === 1 ? 24 : marker.seat === 2 ? 8 : 5 - marker.seat + 1,
        ),
        new MeshStandardMaterial({ color: SEATS[marker.seat - 1] ?? '#888', roughness: 0.5 }),
      );
      const angle = radians(marker.angle);
      const radius = view.table.base_radius + 22;
      peg.rotation.x = Math.PI / 2;
      peg.position.set(Math.cos(angle) * radius, Math.sin(angle) * radius, 3);
      peg.castShadow = true;
      this.#markers.add(peg);
    }
    this.#moved();
  }

  /** Arcs that can be chosen, on the ring or outside the base. */
  showArcs(arcs: readonly Arc[], inner: number, outer: number, color: string): void {
    this.#marks.clear();
    for (const arc of arcs) {
      const length = Math.max(ahead(arc.from, arc.to), 12);
      const geometry = new RingGeometry(
        inner,
        outer,
        Math.max(2, Math.ceil(length / 40)),
        1,
        radians(arc.from),
        radians(length),
      );
      const material = new MeshBasicMaterial({
        color,
        transparent: true,
        opacity: 0.7,
        // The tone mapping of the light would grey the colours that texts name.
        toneMapped: false,
        side: DoubleSide,
        depthWrite: false,
      });
      const mesh = new Mesh(geometry, material);
      mesh.position.z = outer > this.#table.base_radius ? -this.#table.base_thickness + 1 : 0.6;
      this.#marks.add(mesh);
    }
    this.#dirty = true;
  }

  /** What the player would place; it glows if that is what a hint advises. */
  showGhost(ghost: Ghost | null, advised: boolean): void {
    glow(this.#ghost, advised);
    put(this.#ghost, ghost);
    this.#dirty = true;
  }

  /** What a hint advises, where the player's own ghost is elsewhere. */
  showAdvice(ghost: Ghost | null): void {
    put(this.#advice, ghost);
    this.#dirty = true;
  }

  /** Stones that can be chosen glow; those that controls and log call by number show it: from the next time
   * they are shown. */
  showChoices(
    choices: ReadonlySet<number>,
    chosen: number | null,
    named: ReadonlySet<number>,
  ): void {
    this.#choices = choices;
    this.#chosen = chosen;
    this.#named = named;
  }

  /** Writes numbers above stones. */
  #name(view: View): void {
    this.#names.clear();
    for (const { stone, position, size } of view.stones) {
      if (!position || !this.#named.has(stone)) continue;
      const plate = new Sprite(label(stone));
      plate.position.set(position[0], position[1], position[2] + size[2] / 2 + 14);
      plate.scale.set(22, 22, 1);
      this.#names.add(plate);
    }
  }

  /** The ball somewhere on the sphere of its string; `null` removes it. */
  showBall(place: [number, number] | null, free?: [number, number, number] | null): void {
    const { string_length: length, ball_rest: rest } = this.#table;
    const anchor = new Vector3(0, 0, rest + length);
    this.#ball.visible = place !== null || free != null;
    this.#string.visible = this.#ball.visible;
    if (this.#ball.visible) {
      const at = free
        ? new Vector3(...free)
        : onSphere(place?.[0] ?? 0, place?.[1] ?? 0, length, rest);
      this.#ball.position.copy(at);
      const middle = at.clone().add(anchor).multiplyScalar(0.5);
      const along = anchor.clone().sub(at);
      this.#string.position.copy(middle);
      this.#string.scale.set(1, along.length(), 1);
      this.#string.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), along.normalize());
    }
    this.#moved();
  }

  rest(): void {
    this.showBall([0, 0]);
  }

  /** The ball's path as a ribbon on the table; `null` removes it. */
  showWay(points: readonly (readonly [number, number, number])[] | null): void {
    this.#aim.clear();
    if (points && points.length > 1) {
      const material = new MeshBasicMaterial({
        color: '#ffe29a',
        transparent: true,
        opacity: 0.6,
        side: DoubleSide,
        depthWrite: false,
      });
      this.#aim.add(new Mesh(ribbon(points), material));
    }
    this.#dirty = true;
  }

  /** The stone under the pointer. */
  stoneAt(x: number, y: number): number | null {
    this.#aimRay(x, y);
    const hit = this.#ray.intersectObject(this.#stones)[0];
    return hit?.instanceId === undefined ? null : (this.#ids[hit.instanceId] ?? null);
  }

  /** Whether the pointer can grab the ball: within the ball, or within a finger of its centre. */
  ballAt(x: number, y: number): boolean {
    this.#aimRay(x, y);
    const center = this.#ball.position;
    if (this.#ray.ray.distanceToPoint(center) < this.#table.ball_radius * 2) return true;
    const box = this.#renderer.domElement.getBoundingClientRect();
    const seen = center.clone().project(this.#camera);
    const [cx, cy] = [(seen.x + 1) * (box.width / 2), (1 - seen.y) * (box.height / 2)];
    return Math.hypot(x - box.left - cx, y - box.top - cy) < FINGER;
  }

  /** Where the pointer meets a horizontal plane. */
  pointAt(x: number, y: number, level: number): [number, number] | null {
    this.#aimRay(x, y);
    const point = new Vector3();
    const plane = new Plane(new Vector3(0, 0, 1), -level);
    return this.#ray.ray.intersectPlane(plane, point) ? [point.x, point.y] : null;
  }

  /** Something that casts a shadow is elsewhere. */
  #moved(): void {
    this.#renderer.shadowMap.needsUpdate = true;
    this.#dirty = true;
  }

  #aimRay(x: number, y: number): void {
    const box = this.#renderer.domElement.getBoundingClientRect();
    const point = new Vector2(
      ((x - box.left) / box.width) * 2 - 1,
      -((y - box.top) / box.height) * 2 + 1,
    );
    this.#ray.setFromCamera(point, this.#camera);
  }

  #light(): void {
    const sun = new DirectionalLight('#ffe0b4', 3.1);
    sun.position.set(-380, -260, 520);
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    const box = sun.shadow.camera;
    box.left = box.bottom = -320;
    box.right = box.top = 320;
    box.near = 100;
    box.far = 1400;
    sun.shadow.bias = -0.0006;
    sun.shadow.radius = 3;
    this.#scene.add(
      sun,
      new HemisphereLight('#dfe4ff', '#8a6244', 1.25),
      new AmbientLight('#ffffff', 0.18),
    );
  }

  #furniture(): void {
    const { base_radius: radius, base_thickness: thickness, ring_radius: ring } = this.#table;
    const base = new Mesh(
      new CylinderGeometry(radius, radius + 3, thickness, 96),
      new MeshStandardMaterial({
        roughness: 0.62,
        map: grain('#a86f42', '#6f4222'),
      }),
    );
    base.rotation.x = Math.PI / 2;
    base.position.z = -thickness / 2;
    base.castShadow = true;
    base.receiveShadow = true;
    const line = new Mesh(
      new RingGeometry(ring - 1, ring + 1, 128),
      new MeshBasicMaterial({ color: '#f3d7a4', transparent: true, opacity: 0.55 }),
    );
    line.position.z = 0.25;
    const cloth = new Mesh(
      new CylinderGeometry(460, 470, 14, 96),
      new MeshStandardMaterial({ roughness: 1, map: turf() }),
    );
    cloth.rotation.x = Math.PI / 2;
    cloth.position.z = -thickness - 7;
    cloth.receiveShadow = true;
    this.#scene.add(cloth, base, line);
  }
}

function ghostly(): Mesh<BoxGeometry, MeshStandardMaterial> {
  const material = new MeshStandardMaterial({ transparent: true, opacity: 0.6 });
  const mesh = new Mesh(new BoxGeometry(1, 1, 1), material);
  glow(mesh, false);
  mesh.visible = false;
  return mesh;
}

/** A ghost is pale; advice shines. */
function glow({ material }: Mesh<BoxGeometry, MeshStandardMaterial>, advised: boolean): void {
  material.color.set(advised ? '#ffb02e' : '#fff2d0');
  material.emissive.set(advised ? '#c85a00' : '#000000');
  material.opacity = advised ? 0.8 : 0.72;
}

function put(mesh: Mesh, ghost: Ghost | null): void {
  mesh.visible = ghost !== null;
  if (!ghost) return;
  mesh.scale.set(...ghost.size);
  mesh.position.set(...ghost.position);
  mesh.rotation.set(0, 0, ghost.rotation);
}

/** The number plates of stones, drawn once each. */
const labels = new Map<number, SpriteMaterial>();

function label(stone: number): SpriteMaterial {
  const known = labels.get(stone);
  if (known) return known;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext('2d');
  if (pen) {
    pen.fillStyle = '#14161cd0';
    pen.beginPath();
    pen.arc(32, 32, 29, 0, 2 * Math.PI);
    pen.fill();
    pen.fillStyle = '#fff4d6';
    pen.font = '700 36px system-ui, sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(String(stone), 32, 34);
  }
  // A number is read through whatever stands before it.
  const material = new SpriteMaterial({
    map: new CanvasTexture(canvas),
    depthTest: false,
    toneMapped: false,
  });
  labels.set(stone, material);
  return material;
}

/** Half the width of the drawn path, and its height above the base. */
const RIBBON = { half: 2.5, height: 1.5 };

function ribbon(points: readonly (readonly [number, number, number])[]): BufferGeometry {
  const corners: number[] = [];
  const faces: number[] = [];
  points.forEach(([x, y], index) => {
    const [ax, ay] = points[Math.max(0, index - 1)] ?? [x, y];
    const [bx, by] = points[Math.min(points.length - 1, index + 1)] ?? [x, y];
    const scale = RIBBON.half / Math.max(Math.hypot(bx - ax, by - ay), 1e-9);
    const [nx, ny] = [(ay - by) * scale, (bx - ax) * scale];
    corners.push(x + nx, y + ny, RIBBON.height, x - nx, y - ny, RIBBON.height);
    const first = 2 * index;
    if (index > 0) faces.push(first - 2, first - 1, first, first, first - 1, first + 1);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
  geometry.setIndex(faces);
  return geometry;
}

function onSphere(x: number, y: number, length: number, rest: number): Vector3 {
  const flat = Math.min(Math.hypot(x, y), length * 0.98);
  const scale = flat / Math.max(Math.hypot(x, y), 1e-9);
  return new Vector3(
    x * scale,
    y * scale,
    rest + length - Math.sqrt(length * length - flat * flat),
  );
}
