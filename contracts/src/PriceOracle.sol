// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";

import {WAD} from "./Constants.sol";
import {IPriceOracle} from "./interfaces/IPriceOracle.sol";
import {IUniswapV2Pair, IUniswapV2Router} from "./interfaces/IUniswapV2.sol";
import {Deployed} from "./libraries/Deployed.sol";
import {ObservationRing} from "./libraries/ObservationRing.sol";

/// @title PriceOracle
/// @custom:security-contact SECURITY.md, at the root of the repository of these sources
contract PriceOracle is IPriceOracle {
    using ObservationRing for ObservationRing.Ring;

    /// @notice Seconds the short average covers, at least.
    uint256 public constant SHORT_WINDOW = 30 minutes;
    /// @notice Seconds by which the short average may be longer.
    uint256 public constant SHORT_SLACK = 15 minutes;
    /// @notice One observation is kept in each such stretch of seconds, for the short average.
    uint256 public constant SHORT_PERIOD = 5 minutes;
    /// @notice Seconds the long average covers, at least.
    uint256 public constant LONG_WINDOW = 24 hours;
    /// @notice Seconds by which the long average may be longer.
    uint256 public constant LONG_SLACK = 6 hours;
    /// @notice One observation is kept in each such stretch of seconds, for the long average.
    uint256 public constant LONG_PERIOD = 1 hours;

    uint256 private constant Q112 = 2 ** 112;

    /// @inheritdoc IPriceOracle
    address public immutable override USDT;
    /// @inheritdoc IPriceOracle
    uint256 public immutable override MIN_DEPTH;
    /// @notice The DR token.
    address public immutable DR_TOKEN;
    /// @notice The DRGV token.
    address public immutable DRGV_TOKEN;
    /// @notice The router whose `getAmountsOut` is passed on.
    IUniswapV2Router public immutable ROUTER;

    IUniswapV2Pair private immutable _DR_PAIR;
    IUniswapV2Pair private immutable _DRGV_PAIR;
    bool private immutable _DR_IS_TOKEN0;
    bool private immutable _DRGV_IS_TOKEN0;

    mapping(address token => ObservationRing.Ring) private _shortRings;
    mapping(address token => ObservationRing.Ring) private _longRings;

    /// @dev Current state of a pair.
    struct PairState {
        IUniswapV2Pair pair;
        bool isToken0;
        uint256 tokenReserve;
        uint256 usdtReserve;
        uint256 quietFor; // seconds since the reserves last changed
    }

    constructor(
        address usdt,
        address dr,
        address drgv,
        IUniswapV2Pair drPair,
        IUniswapV2Pair drgvPair,
        IUniswapV2Router router,
        uint256 minDepth
    ) {
        USDT = usdt;
        DR_TOKEN = dr;
        DRGV_TOKEN = drgv;
        _DR_PAIR = drPair;
        _DRGV_PAIR = drgvPair;
        _DR_IS_TOKEN0 = _checkPair(drPair, dr, usdt);
        _DRGV_IS_TOKEN0 = _checkPair(drgvPair, drgv, usdt);
        Deployed.requireContract(address(router));
        ROUTER = router;
        MIN_DEPTH = minDepth;
    }

    /// @inheritdoc IPriceOracle
    function update() external override returns (bool recorded) {
        recorded = _record(DR_TOKEN);
        recorded = _record(DRGV_TOKEN) || recorded;
    }

    /// @inheritdoc IPriceOracle
    function price(address token) public view override returns (uint256) {
        return _average(token, _shortRings[token], SHORT_WINDOW, SHORT_SLACK, SHORT_PERIOD);
    }

    /// @inheritdoc IPriceOracle
    function price24h(address token) public view override returns (uint256) {
        return _average(token, _longRings[token], LONG_WINDOW, LONG_SLACK, LONG_PERIOD);
    }

    /// @inheritdoc IPriceOracle
    function lowerPrice(address token) external view override returns (uint256 lower) {
        (lower,) = priceRange(token);
    }

    /// @inheritdoc IPriceOracle
    function priceRange(address token) public view override returns (uint256 lower, uint256 higher) {
        PairState memory state = _read(token);
        _requireDeep(token, state);
        uint224 cumulative = state.quietFor < LONG_WINDOW ? _cumulative(state) : 0;
        lower = _averageOf(token, state, cumulative, _shortRings[token], SHORT_WINDOW, SHORT_SLACK, SHORT_PERIOD);
        higher = _averageOf(token, state, cumulative, _longRings[token], LONG_WINDOW, LONG_SLACK, LONG_PERIOD);
        if (higher < lower) (lower, higher) = (higher, lower);
    }

    /// @inheritdoc IPriceOracle
    function spotPrice(address token) external view override returns (uint256) {
        PairState memory state = _read(token);
        if (state.tokenReserve == 0) revert PoolTooShallow(token, 0, MIN_DEPTH);
        return (state.usdtReserve * WAD) / state.tokenReserve;
    }

    /// @inheritdoc IPriceOracle
    function depthOf(address token) external view override returns (uint256) {
        return _read(token).usdtReserve;
    }

    /// @inheritdoc IPriceOracle
    function pairOf(address token) external view override returns (address) {
        (IUniswapV2Pair pair,) = _pair(token);
        return address(pair);
    }

    /// @inheritdoc IPriceOracle
    function getAmountsOut(uint256 amountIn, address[] calldata path)
        external
        view
        override
        returns (uint256[] memory amounts)
    {
        return ROUTER.getAmountsOut(amountIn, path);
    }

    function _record(address token) private returns (bool recorded) {
        PairState memory state = _read(token);
        if (state.tokenReserve == 0) return false; // before the first liquidity there is no price to record
        if (state.usdtReserve < MIN_DEPTH) return _recordShallow(token, state);

        ObservationRing.Ring storage short = _shortRings[token];
        ObservationRing.Ring storage long = _longRings[token];
        bool shortFree = short.isFree(block.timestamp, SHORT_PERIOD);
        bool longFree = long.isFree(block.timestamp, LONG_PERIOD);
        if (!shortFree && !longFree) return false;

        uint224 cumulative = _cumulative(state);
        if (shortFree) short.write(block.timestamp, SHORT_PERIOD, cumulative);
        if (longFree) long.write(block.timestamp, LONG_PERIOD, cumulative);
        emit Observed(token, block.timestamp, cumulative);
        return true;
    }

    /// @dev A window that began before the pool was too shallow holds prices that cost next to nothing to
    /// move: no short window may begin before now. Reserves of the current second do not count: one
    /// transaction could make the pool shallow and deep again.
    function _recordShallow(address token, PairState memory state) private returns (bool recorded) {
        if (state.quietFor == 0) return false;
        uint256 earliest = block.timestamp - SHORT_WINDOW - SHORT_SLACK;
        recorded = _shortRings[token].forget(earliest, block.timestamp, SHORT_PERIOD);
        if (recorded) emit FoundTooShallow(token, state.usdtReserve, MIN_DEPTH);
    }

    function _average(address token, ObservationRing.Ring storage ring, uint256 window, uint256 slack, uint256 period)
        private
        view
        returns (uint256)
    {
        PairState memory state = _read(token);
        _requireDeep(token, state);
        uint224 cumulative = state.quietFor < window ? _cumulative(state) : 0;
        return _averageOf(token, state, cumulative, ring, window, slack, period);
    }

    /// @dev `cumulative` is of no use where the pair was quiet for the whole window.
    function _averageOf(
        address token,
        PairState memory state,
        uint224 cumulative,
        ObservationRing.Ring storage ring,
        uint256 window,
        uint256 slack,
        uint256 period
    ) private view returns (uint256) {
        uint256 average; // a UQ112x112: what the division loses is far below a base unit
        unchecked {
            if (state.quietFor >= window) return (state.usdtReserve * WAD) / state.tokenReserve; // 112 bits each

            uint256 start = block.timestamp - window;
            (uint256 since, uint224 before) = ring.find(start - slack, start, period);
            if (since == 0) revert WindowNotFull(token, window);
            // modulo 2**224, as the pair's own sum is modulo 2**256
            average = uint256(uint224(cumulative - before)) / (block.timestamp - since);
        }
        return (average * WAD) / Q112; // it fits up to a price of 2**84
    }

    function _requireDeep(address token, PairState memory state) private view {
        if (state.usdtReserve < MIN_DEPTH || state.tokenReserve == 0) {
            revert PoolTooShallow(token, state.usdtReserve, MIN_DEPTH);
        }
    }

    function _read(address token) private view returns (PairState memory) {
        (IUniswapV2Pair pair, bool isToken0) = _pair(token);
        (uint256 tokenReserve, uint256 usdtReserve, uint32 changedAt) = pair.getReserves();
        if (!isToken0) (tokenReserve, usdtReserve) = (usdtReserve, tokenReserve);
        unchecked {
            // modulo 2**32, as the pair keeps its time
            return PairState(pair, isToken0, tokenReserve, usdtReserve, uint32(block.timestamp) - changedAt);
        }
    }

    /// @dev The pair's cumulative price carried forward to this block, modulo 2**224. There must be reserves.
    function _cumulative(PairState memory state) private view returns (uint224) {
        uint256 sum = state.isToken0 ? state.pair.price0CumulativeLast() : state.pair.price1CumulativeLast();
        unchecked {
            // forge-lint: disable-next-line(unsafe-typecast)
            return uint224(sum + (state.usdtReserve * Q112) / state.tokenReserve * state.quietFor);
        }
    }

    function _pair(address token) private view returns (IUniswapV2Pair pair, bool isToken0) {
        if (token == DR_TOKEN) return (_DR_PAIR, _DR_IS_TOKEN0);
        if (token == DRGV_TOKEN) return (_DRGV_PAIR, _DRGV_IS_TOKEN0);
        revert TokenNotSupported(token);
    }

    function _checkPair(IUniswapV2Pair pair, address token, address usdt) private view returns (bool isToken0) {
        (address token0, address token1) = (pair.token0(), pair.token1());
        isToken0 = token0 == token && token1 == usdt;
        if (!isToken0 && (token0 != usdt || token1 != token)) revert PairInvalid(address(pair));
        if (IERC20Metadata(token).decimals() != 18 || IERC20Metadata(usdt).decimals() != 18) {
            revert PairInvalid(address(pair));
        }
    }
}
