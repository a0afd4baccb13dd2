// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import {IDigitalRights} from "../../../src/interfaces/IDigitalRights.sol";
import {IPriceOracle} from "../../../src/interfaces/IPriceOracle.sol";
import {IVouchers} from "../../../src/interfaces/IVouchers.sol";
import {PaidHours} from "../../../src/libraries/PaidHours.sol";
import {Fixture} from "../../support/Fixture.sol";

interface IBurnablePair is IERC20 {
    function burn(address to) external returns (uint256 amount0, uint256 amount1);
}

contract RenewTest is Fixture {
    function setUp() public override {
        super.setUp();
        vm.warp(1_795_201_200); // a whole hour
        equip(alice, 1_000_000e18, 1_000_000e18);
        equip(bob, 1_000_000e18, 1_000_000e18);
        send(buyOf(alice, 25)); // purchase 1
        send(buyOf(bob, 3)); // purchase 2
        send(buyOf(alice, 2)); // purchase 3
    }

    /// @dev The audit's M-3: a pauser who had paid for years ahead got the emission of all whose 30 days ran
    /// out.
    function test_attack_aPauseStopsNoOnesElectricity() public {
        send(activateOf(alice, idsOf(1, 1), 1));
        send(activateOf(bob, idsOf(2, 1), 60));
        vm.prank(pauser);
        rights.pause();
        Activate memory v = activateOf(alice, idsOf(1, 1), 1);
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(IVouchers.VouchersPaused.selector);
        send(v, signature);
        uint256 paidUntil = rights.paidUntil(1 << 7);
        _renew(alice, idsOf(1, 1), 1);
        assertEq(rights.paidUntil(1 << 7), paidUntil + 30 days);
    }

    function test_attack_aRevokedSignerStopsNoOnesElectricity() public {
        revokeAll(rights);
        _renew(alice, idsOf(1, 25), 2);
        assertEq(rights.paidUntil(1 << 7), block.timestamp + 60 days);
    }

    /// @dev The audit's M-3: the liquidity holder took the pool away, and no fixed fee could be paid any
    /// more.
    function test_attack_aShallowPoolStopsNoOnesElectricity() public {
        _takeLiquidityAway();
        vm.expectPartialRevert(IPriceOracle.PoolTooShallow.selector);
        oracle.price(address(drgv));
        uint256[] memory ids = idsOf(1, 1);
        vm.expectEmit(address(rights));
        emit IDigitalRights.MachinesRenewed(alice, ids, 1, 6e18, 0);
        _renew(alice, idsOf(1, 1), 1);
        Activate memory v = activateOf(alice, idsOf(3, 2), 1);
        v.drgvPrice = 7; // there is no average to hold it against
        send(v);
        assertEq(rights.paidUntil(1 << 7), block.timestamp + 30 days);
        assertEq(rights.paidUntil(3 << 7), block.timestamp + 30 days);
    }

    function test_buyMachine_stillNeedsAPrice() public {
        _takeLiquidityAway();
        Buy memory v = buyOf(alice, 1);
        bytes memory signature = sign(digestOf(v));
        vm.expectPartialRevert(IPriceOracle.PoolTooShallow.selector);
        send(v, signature);
    }

    function test_renew_burnsSixDrgvAMachineAndPeriod() public {
        uint256 supply = drgv.totalSupply();
        uint256 balance = drgv.balanceOf(alice);
        uint256 usdtBalance = usdt.balanceOf(alice);
        uint256 bobsBalance = drgv.balanceOf(bob);
        _renew(alice, idsOf(1, 3), 2);
        assertEq(drgv.balanceOf(alice), balance - 36e18);
        assertEq(drgv.totalSupply(), supply - 36e18);
        assertEq(drgv.balanceOf(bob), bobsBalance);
        assertEq(usdt.balanceOf(alice), usdtBalance);
    }

    function test_renew_emitsWhatTheIndexerReadsAndLeavesVouchersGood() public {
        uint256 nonce = rights.nonces(alice);
        Activate memory open = activateOf(alice, idsOf(1, 2), 1);
        bytes memory signature = sign(digestOf(open));
        uint256[] memory ids = idsOf(1, 2);
        vm.expectEmit(address(rights));
        emit IDigitalRights.MachinesRenewed(alice, ids, 2, 24e18, DRGV_PRICE);
        _renew(alice, ids, 2);
        assertEq(rights.nonces(alice), nonce);
        send(open, signature);
        assertEq(rights.paidUntil(1 << 7), block.timestamp + 90 days);
    }

    function test_renew_goesOnFromTheEndOfWhatWasPaidOrFromNow() public {
        uint256 start = block.timestamp;
        send(activateOf(alice, idsOf(1, 25), 1));
        skip(10 days + 17);
        _renew(alice, idsOf(1, 25), 1);
        assertEq(rights.paidUntil((1 << 7) + 24), start + 60 days);
        skip(80 days);
        _renew(alice, idsOf(1, 25), 1);
        assertEq(rights.paidUntil((1 << 7) + 24), (block.timestamp + 3_599) / 3_600 * 3_600 + 30 days);
    }

    function test_renew_takesMachinesThatNeverRan() public {
        assertEq(rights.paidUntil(3 << 7), 0);
        _renew(alice, idsOf(3, 2), 1);
        assertEq(rights.paidUntil(3 << 7), block.timestamp + 30 days);
    }

    function test_renew_takesAHundredForTheLongestTime() public {
        send(buyOf(alice, 100));
        _renew(alice, idsOf(4, 100), 60);
        assertEq(rights.paidUntil((4 << 7) + 99), block.timestamp + 60 * 30 days);
    }

    function test_renew_revertsForAMachineOfAnotherOrOfNoOne() public {
        _expectNotOwned(_two(2 << 7, 0), 2 << 7);
        uint256[] memory mixed = new uint256[](3);
        (mixed[0], mixed[1], mixed[2]) = (1 << 7, (2 << 7) + 1, 3 << 7);
        _expectNotOwned(mixed, (2 << 7) + 1);
        _expectNotOwned(_two(3 << 7, (3 << 7) + 2), (3 << 7) + 2);
        _expectNotOwned(_two(9 << 7, (9 << 7) + 1), 9 << 7);
        _expectNotOwned(_two(0, 1), 0);
    }

    function test_renew_revertsWhenAnIdComesTwiceOrOutOfOrder() public {
        _expectRevert(_two(1 << 7, 1 << 7), 1, abi.encodeWithSelector(IDigitalRights.MachineIDsInvalid.selector));
        _expectRevert(_two(3 << 7, 1 << 7), 1, abi.encodeWithSelector(IDigitalRights.MachineIDsInvalid.selector));
    }

    function test_renew_revertsOutsideItsBounds() public {
        bytes memory idsInvalid = abi.encodeWithSelector(IDigitalRights.MachineIDsInvalid.selector);
        _expectRevert(new uint256[](0), 1, idsInvalid);
        _expectRevert(new uint256[](101), 1, idsInvalid);
        _expectRevert(idsOf(1, 1), 0, abi.encodeWithSelector(IDigitalRights.PeriodInvalid.selector, 0));
        _expectRevert(idsOf(1, 1), 61, abi.encodeWithSelector(IDigitalRights.PeriodInvalid.selector, 61));
        uint256 endless = type(uint256).max;
        _expectRevert(idsOf(1, 1), endless, abi.encodeWithSelector(IDigitalRights.PeriodInvalid.selector, endless));
    }

    function test_renew_revertsBeyondTheYearItsTimesCanHold() public {
        vm.warp((uint256(type(uint24).max) - 700) * 1 hours);
        _expectRevert(idsOf(1, 25), 1, abi.encodeWithSelector(PaidHours.PaidHoursOverflow.selector));
    }

    function test_renew_revertsWithoutTokensOrAllowanceAndChangesNothing() public {
        vm.prank(alice);
        drgv.approve(address(rights), 12e18 - 1);
        vm.prank(alice);
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientAllowance.selector);
        rights.renew(idsOf(1, 1), 2);

        vm.startPrank(alice);
        drgv.approve(address(rights), APPROVAL);
        drgv.transfer(bob, drgv.balanceOf(alice) - 12e18 + 1);
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientBalance.selector);
        rights.renew(idsOf(1, 1), 2);
        vm.stopPrank();
        assertEq(rights.paidUntil(1 << 7), 0);
    }

    function _renew(address account, uint256[] memory ids, uint256 periods) private {
        vm.prank(account);
        rights.renew(ids, periods);
    }

    function _takeLiquidityAway() private {
        IBurnablePair pair = IBurnablePair(address(drgvPair));
        pair.transfer(address(pair), pair.balanceOf(address(this)) - 1e18);
        pair.burn(address(this));
    }

    function _two(uint256 first, uint256 second) private pure returns (uint256[] memory ids) {
        ids = new uint256[](2);
        (ids[0], ids[1]) = (first, second);
    }

    function _expectNotOwned(uint256[] memory ids, uint256 culprit) private {
        _expectRevert(ids, 1, abi.encodeWithSelector(IDigitalRights.MachineNotOwned.selector, culprit));
    }

    function _expectRevert(uint256[] memory ids, uint256 periods, bytes memory reason) private {
        uint256 balance = drgv.balanceOf(alice);
        vm.prank(alice);
        vm.expectRevert(reason);
        rights.renew(ids, periods);
        assertEq(drgv.balanceOf(alice), balance);
    }
}
