// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Test} from "forge-std/Test.sol";
import {Vm} from "forge-std/Vm.sol";

import {Exchange} from "../../src/Exchange.sol";
import {IExchange} from "../../src/interfaces/IExchange.sol";
import {IUniswapV2Pair} from "../../src/interfaces/IUniswapV2.sol";
import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice Two accounts that swap for all that a voucher may say, in a market whose prices and depth move,
/// while the admin changes fee and caps; vouchers come twice, from the wrong account, and forged. A keeper
/// observes all the while, so both averages are there; depths are recorded by anyone, at any time, also while
/// liquidity is there for that moment alone.
contract MarketExchangeHandler is Fixture {
    struct Leaving {
        uint256 token;
        uint256 at;
        uint256 amount;
    }

    struct Depth {
        uint256 at;
        uint256[4] seen;
    }

    IERC20[4] public tokens;
    address[2] public accounts;
    int256[4] public netOfRecord; // what came in less what went out, and was flushed
    uint256 public feesOfRecord;
    uint256 public flushedOfRecord;
    uint256 public swaps;
    Leaving[] internal leavings;
    Depth[] internal depths;

    constructor() {
        Fixture.setUp();
        tokens = [IERC20(address(usdt)), IERC20(address(usdr)), IERC20(address(dr)), IERC20(address(drgv))];
        accounts = [alice, bob];
        usdt.approve(address(usdr), type(uint256).max);
        usdr.depositFor(address(this), 4_000_000e18);
        for (uint256 i = 0; i < 4; ++i) {
            tokens[i].transfer(address(exchange), stockOf(i));
            for (uint256 j = 0; j < 2; ++j) {
                tokens[i].transfer(accounts[j], 1_000_000e18);
                vm.prank(accounts[j]);
                tokens[i].approve(address(exchange), APPROVAL);
            }
        }
        letPass(25 hours);
        _recordDepths();
    }

    /// @dev At the best of what a voucher may say, at the worst, or between; then once more, and from the
    /// other account.
    function swapSome(uint256 gap, uint256 who, uint256 from, uint256 to, uint256 amount, uint256 terms) external {
        letPass(gap % 2 hours + 1);
        (from, to) = _pairOf(from, to);
        Swap memory v =
            swapOf(accounts[who % 2], bound(amount, 1_000, 10_000e18), address(tokens[from]), address(tokens[to]));
        uint256 tolerance = v.outputAmount * 500 / 10_000;
        if (terms % 3 == 0) v.outputAmount += tolerance;
        else if (terms % 3 == 1) v.outputAmount -= tolerance;
        if (v.outputAmount == 0 || tokens[from].balanceOf(v.account) < v.inputAmount) return;
        _swapAndRepeat(v, from, to, accounts[(who % 2) ^ 1]);
    }

    function _swapAndRepeat(Swap memory v, uint256 from, uint256 to, address other) private {
        (, uint256 fee) = exchange.quote(v.inputAmount, v.inputToken, v.outputToken);
        bool mayPass = _mayPass(v, from, to, fee);
        bytes memory signature = sign(digestOf(v));
        uint256[4] memory own = _balancesOf(v.account);
        uint256[4] memory others = _balancesOf(other);
        assertEq(_call(v, signature), mayPass, "passes exactly when it may");
        if (mayPass) {
            own[from] -= v.inputAmount;
            own[to] += v.outputAmount;
            netOfRecord[from] += int256(v.inputAmount);
            netOfRecord[to] -= int256(v.outputAmount);
            feesOfRecord += fee;
            leavings.push(Leaving(to, block.timestamp, v.outputAmount));
            ++swaps;
            _assertNothingIsGivenAway(v, fee);
            assertFalse(_call(v, signature), "a voucher passed twice");
        }
        assertEq(abi.encode(_balancesOf(v.account)), abi.encode(own), "tokens of the caller");
        v.account = other;
        assertFalse(_call(v, signature), "a voucher passed for another account");
        assertEq(abi.encode(_balancesOf(other)), abi.encode(others), "tokens of another");
    }

    function _mayPass(Swap memory v, uint256 from, uint256 to, uint256 fee) private view returns (bool) {
        uint256 needed = to == 0 ? v.outputAmount + fee : v.outputAmount;
        return v.outputAmount <= _leftOf(to) && needed <= exchange.inventoryOf(v.outputToken)
            && (to == 0 || from == 0 || fee <= exchange.inventoryOf(address(usdt)));
    }

    function _pairOf(uint256 from, uint256 to) private pure returns (uint256, uint256) {
        (from, to) = (from % 4, to % 4);
        return (from, from == to ? (to + 1) % 4 : to);
    }

    /// @dev One base unit beyond the 5 % on either side.
    function swapBeyond(uint256 gap, uint256 who, uint256 from, uint256 to, uint256 amount) external {
        letPass(gap % 2 hours + 1);
        (from, to) = _pairOf(from, to);
        Swap memory v =
            swapOf(accounts[who % 2], bound(amount, 1e18, 1_000e18), address(tokens[from]), address(tokens[to]));
        uint256 expected = v.outputAmount;
        uint256 tolerance = expected * 500 / 10_000;
        v.outputAmount = amount % 2 == 0 ? expected + tolerance + 1 : expected - tolerance - 1;
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IExchange.OutputOutOfRange.selector, v.outputAmount, expected));
        send(v, signature);
    }

    /// @dev Good but for one thing: the key, the amount, the order, the chain, the contract or the nonce.
    function forge(uint256 gap, uint256 who, uint256 from, uint256 to, uint256 kind) external {
        letPass(gap % 2 hours + 1);
        (from, to) = _pairOf(from, to);
        Swap memory v =
            swapOf(accounts[who % 2], bound(gap, 1e18, 1_000e18), address(tokens[from]), address(tokens[to]));
        uint256[4] memory own = _balancesOf(v.account);
        uint256[4] memory others = _balancesOf(accounts[(who % 2) ^ 1]);
        kind = kind % 6;
        bytes memory signature = signWith(kind == 0 ? 0xBAD : SIGNER_KEY, _forgedDigestOf(v, kind));
        if (kind == 1) v.outputAmount += 1;
        if (kind == 2) v.orderId += 1;
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, signature);
        assertEq(abi.encode(_balancesOf(v.account)), abi.encode(own), "tokens of the caller");
        assertEq(abi.encode(_balancesOf(accounts[(who % 2) ^ 1])), abi.encode(others), "tokens of another");
    }

    function trade(uint256 gap, uint256 amount, bool isDr, bool buying) external {
        letPass(gap % 2 hours + 1);
        address token = isDr ? address(dr) : address(drgv);
        amount = bound(amount, 1e18, 20_000e18);
        swap(buying ? address(usdt) : token, buying ? token : address(usdt), amount);
    }

    function setFee(uint256 gap, uint256 bps) external {
        letPass(gap % 2 hours + 1);
        vm.prank(address(timelock));
        exchange.setFeeBps(bound(bps, 0, 100));
    }

    function setCap(uint256 gap, uint256 token, uint256 bps, uint256 floor) external {
        letPass(gap % 2 hours + 1);
        IExchange.Cap memory cap = IExchange.Cap(uint16(bound(bps, 100, 2_000)), uint112(bound(floor, 0, 50_000e18)));
        vm.prank(address(timelock));
        exchange.setCap(address(tokens[token % 4]), cap);
    }

    function recordDepths(uint256 gap) external {
        letPass(gap % 12 hours + 1);
        _recordDepths();
    }

    /// @dev A keeper's records over hours: a rise that stays comes to count.
    function recordHourly(uint256 hoursToPass) external {
        for (uint256 i = hoursToPass % 13; i > 0; --i) {
            letPass(1 hours);
            _recordDepths();
        }
    }

    /// @dev Liquidity comes, or goes; or stays while depths are recorded, and no longer.
    function moveLiquidity(uint256 gap, uint256 parts, bool isDr, uint256 manner) external {
        letPass(gap % 2 hours + 1);
        IUniswapV2Pair pair = isDr ? drPair : drgvPair;
        IERC20 token = isDr ? IERC20(address(dr)) : IERC20(address(drgv));
        parts = bound(parts, 100, 5_000);
        if (manner % 3 == 0) {
            // a pool must stay deep enough to have a price
            if (usdt.balanceOf(address(pair)) * (10_000 - parts) / 10_000 > 200_000e18) {
                takeLiquidity(pair, pair.totalSupply() * parts / 10_000);
            }
            return;
        }
        if (usdt.balanceOf(address(pair)) > 4_000_000e18) return;
        token.transfer(address(pair), token.balanceOf(address(pair)) * parts / 10_000);
        usdt.transfer(address(pair), usdt.balanceOf(address(pair)) * parts / 10_000);
        uint256 liquidity = pair.mint(address(this));
        if (manner % 3 == 1) return;
        _recordDepths();
        takeLiquidity(pair, liquidity);
        _recordDepths();
    }

    function flush(uint256 gap) external {
        letPass(gap % 2 hours + 1);
        if (exchange.feesCollected() == 0) return;
        uint256 amount = exchange.flushFees();
        flushedOfRecord += amount;
        netOfRecord[0] -= int256(amount);
    }

    /// @dev The exchange's first balance of each token; its USDT hardly covers the fees.
    function stockOf(uint256 token) public pure returns (uint256) {
        return token == 0 ? 20e18 : 100_000e18;
    }

    function world() external view returns (address exchange_, address node, address deflation) {
        return (address(exchange), address(nodeVault), address(deflationVault));
    }

    /// @dev Another chain's, another contract's, or with the nonce that comes next; else the right one.
    function _forgedDigestOf(Swap memory v, uint256 kind) private returns (bytes32 digest) {
        (uint256 chain, Exchange own) = (block.chainid, exchange);
        if (kind == 3) vm.chainId(chain == 56 ? 97 : 56);
        if (kind == 4) exchange = Exchange(address(rights));
        if (kind == 5) v.nonce += 1;
        digest = digestOf(v);
        vm.chainId(chain);
        exchange = own;
    }

    /// @dev Tokens that went out are worth, at the higher average, at most 5 % more than what came in at the lower,
    /// less the fee.
    function _assertNothingIsGivenAway(Swap memory v, uint256 fee) private view {
        (uint256 lower,) = _range(v.inputToken);
        (, uint256 higher) = _range(v.outputToken);
        uint256 valueIn = v.inputAmount * lower / 1e18;
        assertLe(v.outputAmount * higher / 1e18, (valueIn - fee) * 10_500 / 10_000);
        assertEq(fee, (valueIn * exchange.feeBps() + 9_999) / 10_000);
    }

    function _range(address token) private view returns (uint256 lower, uint256 higher) {
        if (token == address(usdt) || token == address(usdr)) return (1e18, 1e18);
        (uint256 price, uint256 day) = (oracle.price(token), oracle.price24h(token));
        return price < day ? (price, day) : (day, price);
    }

    /// @dev The amount of a token that may still leave in the current whole hour and the 24 before, by the rule.
    function _leftOf(uint256 token) private view returns (uint256) {
        uint256 live;
        for (uint256 i = leavings.length; i > 0; --i) {
            Leaving memory one = leavings[i - 1];
            if (one.at / 1 hours + 24 < block.timestamp / 1 hours) break;
            if (one.token == token) live += one.amount;
        }
        IExchange.Cap memory cap = exchange.capOf(address(tokens[token]));
        uint256 limit = (exchange.inventoryOf(address(tokens[token])) + live) * cap.dailyBps / 10_000;
        if (limit < cap.dailyFloor) limit = cap.dailyFloor;
        (uint256 depthLimit, uint256 recordedAt,) = exchange.depthLimitOf(address(tokens[token]));
        if (block.timestamp > recordedAt + 2 days) return 0;
        if (limit > depthLimit) limit = depthLimit;
        return limit > live ? limit - live : 0;
    }

    function _call(Swap memory v, bytes memory signature) private returns (bool ok) {
        bytes memory data = abi.encodeCall(
            exchange.swapToken,
            (v.inputAmount, v.outputAmount, v.inputToken, v.outputToken, v.orderId, v.deadline, signature)
        );
        vm.prank(v.account);
        (ok,) = address(exchange).call(data);
    }

    function _balancesOf(address account) private view returns (uint256[4] memory balances) {
        for (uint256 i = 0; i < 4; ++i) {
            balances[i] = tokens[i].balanceOf(account);
        }
    }

    function _recordDepths() private {
        uint256[4] memory seen;
        vm.recordLogs();
        exchange.recordDepths();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 2 + pricedTokens().length);
        for (uint256 i = 0; i < 4; ++i) {
            assertEq(logs[i].topics[1], bytes32(uint256(uint160(address(tokens[i])))));
            (seen[i],) = abi.decode(logs[i].data, (uint256, uint256));
        }
        depths.push(Depth(block.timestamp, seen));
    }

    /// @dev The lowest that was seen of a token in the last 24 hours, or last.
    function lowestDepthOf(uint256 token) external view returns (uint256 lowest) {
        lowest = depths[depths.length - 1].seen[token];
        for (uint256 i = depths.length; i > 0; --i) {
            if (depths[i - 1].at + 1 days <= block.timestamp) break;
            if (depths[i - 1].seen[token] < lowest) lowest = depths[i - 1].seen[token];
        }
    }
}

contract MarketExchangeInvariantsTest is Test {
    MarketExchangeHandler internal handler;
    Exchange internal exchange;
    address internal nodeVault;
    address internal deflationVault;

    function setUp() public {
        handler = new MarketExchangeHandler();
        address exchange_;
        (exchange_, nodeVault, deflationVault) = handler.world();
        exchange = Exchange(exchange_);
        bytes4[] memory selectors = new bytes4[](10);
        (selectors[0], selectors[1], selectors[2]) =
        (
            MarketExchangeHandler.swapSome.selector,
            MarketExchangeHandler.swapBeyond.selector,
            MarketExchangeHandler.trade.selector
        );
        (selectors[3], selectors[4], selectors[5]) =
        (
            MarketExchangeHandler.setFee.selector,
            MarketExchangeHandler.setCap.selector,
            MarketExchangeHandler.flush.selector
        );
        (selectors[6], selectors[7]) =
        (MarketExchangeHandler.recordDepths.selector, MarketExchangeHandler.moveLiquidity.selector);
        (selectors[8], selectors[9]) =
        (MarketExchangeHandler.recordHourly.selector, MarketExchangeHandler.forge.selector);
        targetContract(address(handler));
        targetSelector(FuzzSelector(address(handler), selectors));
    }

    /// @dev In one campaign, for the many runs of the full test.
    function invariants_all() public view {
        invariant_inventoryIsWhatWasStockedAndSwapped();
        invariant_feesAreConservedAndSplit();
        invariant_noncesAndSwapCountCountTheSwaps();
        invariant_depthsCountOnceTheyHaveStoodForADay();
    }

    function invariant_inventoryIsWhatWasStockedAndSwapped() public view {
        for (uint256 i = 0; i < 4; ++i) {
            int256 held = int256(handler.tokens(i).balanceOf(address(exchange)));
            assertEq(held, int256(handler.stockOf(i)) + handler.netOfRecord(i));
        }
    }

    function invariant_feesAreConservedAndSplit() public view {
        IERC20 usdt = handler.tokens(0);
        assertEq(exchange.feesCollected() + handler.flushedOfRecord(), handler.feesOfRecord());
        assertEq(usdt.balanceOf(nodeVault) + usdt.balanceOf(deflationVault), handler.flushedOfRecord());
        assertGe(usdt.balanceOf(address(exchange)), exchange.feesCollected());
    }

    function invariant_noncesAndSwapCountCountTheSwaps() public view {
        assertEq(exchange.nonces(handler.accounts(0)) + exchange.nonces(handler.accounts(1)), handler.swaps());
        assertEq(exchange.swapCount(), handler.swaps());
    }

    /// @dev Whatever is recorded, and when: no more may leave than the lowest that was seen in 24 hours.
    function invariant_depthsCountOnceTheyHaveStoodForADay() public view {
        for (uint256 i = 0; i < 4; ++i) {
            (uint256 limit,, IExchange.DepthRise memory rise) = exchange.depthLimitOf(address(handler.tokens(i)));
            uint256 lowest = handler.lowestDepthOf(i);
            assertGt(limit, 0);
            assertLe(limit, lowest);
            if (rise.since != 0) assertGt(rise.limit, limit);
        }
    }
}
