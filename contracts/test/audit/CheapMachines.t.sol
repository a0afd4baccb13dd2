// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IDigitalRights} from "../../src/interfaces/IDigitalRights.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice A price of DRGV that is pushed up buys no machines for less: not one that is held for half an
/// hour, and not one of a single second, which moves the 30-minute average as far for the price of the pool's
/// fee.
contract CheapMachinesTest is Fixture {
    uint256 internal constant MACHINE = 100e18;
    address internal immutable mallory = makeAddr("mallory");

    /// @dev In a pool at the deployment's minimum, and in a deep one; with the greatest and the smallest
    /// usual share of DRGV. An honest buyer pays 0.10 USDT for each DRGV and burns all of it.
    function test_buyMachine_aPushOfHalfAnHourLosesMoney() public {
        letPass(26 hours);
        uint256 deep = vm.snapshotState();
        assertGt(_costOfPush(414_000e18, 1_000, 9_000), 0);
        assertGt(_costOfPush(414_000e18, 1_000, 2_000), 0);
        vm.revertToState(deep);
        _makeShallow();
        assertGt(_costOfPush(21_000e18, 200, 9_000), 0);
        assertGt(_costOfPush(21_000e18, 200, 2_000), 0);
    }

    /// @dev Ten millions for one second (two blocks whose timestamps differ), in a pool of 50,000 USDT: the
    /// 30-minute average is more than twenty times the price before, the lower of both half as much again.
    function test_buyMachine_aPriceOfOneSecondSparesLittle() public {
        _makeShallow();
        uint256 before = drgv.balanceOf(address(this));
        swap(address(usdt), address(drgv), 10_000_000e18);
        skip(1);
        uint256 bought = drgv.balanceOf(address(this)) - before;
        swap(address(drgv), address(usdt), bought - 100_000e18);
        uint256 pushed = oracle.price(address(drgv));
        assertGt(pushed, 2e18);
        equip(mallory, MACHINE * 100, 100_000e18);

        Buy memory v = _purchaseAt(pushed, 100, 9_000);
        bytes memory signature = sign(digestOf(v));
        uint256 lower = oracle.lowerPrice(address(drgv));
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.PriceOutOfRange.selector, pushed, lower));
        send(v, signature);

        v = _purchaseAt(lower, 100, 9_000);
        assertGt(v.drgvAmount, 60_000e18); // of 90,000; at the pushed price 3,852
        send(v);
    }

    /// @dev 50,000 USDT and 500,000 DRGV are left, both averages full.
    function _makeShallow() private {
        takeLiquidity(drgvPair, drgvPair.totalSupply() * 19 / 20 - 1);
        letPass(26 hours);
    }

    /// @dev Spending beyond that of an honest buyer of as many machines, in USDT: DRGV is bought with
    /// `capital`, held for 36 minutes, paid for machines at the price the contract asks for, and the rest
    /// sold.
    function _costOfPush(uint256 capital, uint256 machines, uint256 drgvBps) private returns (int256 cost) {
        uint256 snapshot = vm.snapshotState();
        (uint256 drgvBefore, uint256 usdtBefore) = (drgv.balanceOf(address(this)), usdt.balanceOf(address(this)));
        swap(address(usdt), address(drgv), capital);
        for (uint256 t = 0; t < 36; t += 4) {
            skip(4 minutes);
            oracle.update();
        }
        uint256 bought = drgv.balanceOf(address(this)) - drgvBefore;
        uint256 paid = 0;
        equip(mallory, MACHINE * machines, 10_000_000e18);
        for (uint256 i = 0; i < machines / 100; ++i) {
            Buy memory v = _purchaseAt(rights.priceOf(address(drgv)), 100, drgvBps);
            send(v);
            paid += v.drgvAmount;
        }
        if (bought > paid) swap(address(drgv), address(usdt), bought - paid);
        // what had to be had beyond what was bought costs 0.10 each, as before the push
        uint256 more = paid > bought ? (paid - bought) / 10 : 0;
        uint256 left = usdt.balanceOf(address(this)) + usdt.balanceOf(mallory);
        uint256 honest = MACHINE * machines;
        cost = int256(usdtBefore) - int256(left) + int256(more) - int256(honest);
        vm.revertToState(snapshot);
    }

    /// @dev `drgvBps` of each machine's price in DRGV, at `price`.
    function _purchaseAt(uint256 price, uint256 machines, uint256 drgvBps) private view returns (Buy memory v) {
        uint256 drgvValue = MACHINE * drgvBps / 10_000;
        v = buyOf(mallory, machines);
        (v.usdtAmount, v.drgvAmount) = ((MACHINE - drgvValue) * machines, drgvValue * 1e18 / price * machines);
        v.drgvPrice = price;
    }
}
